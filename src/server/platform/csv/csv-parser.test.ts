import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect } from '#server/platform/concurrency/batches.ts'
import { formatCsv } from './csv-formatter.ts'
import { unescapeFormulas } from './csv-formulas.ts'
import { type CsvRow, InvalidCsvError, parseCsv, parseCsvInSteps } from './csv-parser.ts'

const read = (text: string) => parseCsv(new TextEncoder().encode(text))

describe('a CSV file', () => {
  test.each([
    ['commas', 'Name,Place\nAda,1\n'],
    ['semicolons, the mark of UTF-8 and CRLF', '\uFEFFName;Place\r\nAda;1\r\n'],
    ['tabs and no line end at the end', 'Name\tPlace\nAda\t1'],
    ['line ends of old', 'Name,Place\rAda,1\r'],
    ['space round its cells', ' Name , Place \n Ada ,\t1 \n'],
  ])('a CSV file is parsed with %s', (_what, text) => {
    expect(read(text)).toEqual([
      { line: 1, cells: ['Name', 'Place'] },
      { line: 2, cells: ['Ada', '1'] },
    ])
  })

  test('uses the separator of its heading, whatever the cells contain', () => {
    expect(read('Name;Place\nLovelace, Ada;1').at(1)?.cells).toEqual(['Lovelace, Ada', '1'])
    expect(read('Name,Place\n"Lovelace; Ada",1').at(1)?.cells).toEqual(['Lovelace; Ada', '1'])
  })

  test('counts lines as an editor does, including empty lines and multi-line cells', () => {
    const text = 'Name,Place\r\n\r\n,\r\n"Ada ""the\r\nace""",1\r\nBen,2\r\n'
    expect(read(text)).toEqual([
      { line: 1, cells: ['Name', 'Place'] },
      { line: 5, cells: ['Ada "the\nace"', '1'] },
      { line: 6, cells: ['Ben', '2'] },
    ])
  })

  test('is read up to a number of rows', () => {
    const bytes = new TextEncoder().encode('Name,Place\nAda,1\nBen,2\n')
    expect(parseCsv(bytes, { maxRows: 2 }).map(({ line }) => line)).toEqual([1, 2])
  })

  test('is read in steps as it is at once, wherever a step ends, and the event loop is free between them', async () => {
    const row = fc.array(fc.constantFrom('a', '\u20ac', '"b\n;c"', '"d""e"', ' f ', '', "'=1"), { maxLength: 4 })
    const text = fc.array(row, { maxLength: 2500 }).map((rows) => rows.map((cells) => cells.join()).join('\r\n'))
    await fc.assert(
      fc.asyncProperty(text, async (file) => {
        const bytes = new TextEncoder().encode(file)
        const batches: CsvRow[][] = []
        let turns = 0
        const count = () => {
          turns += 1
          timer = setImmediate(count)
        }
        let timer = setImmediate(count)
        for await (const batch of parseCsvInSteps(bytes)) batches.push(batch)
        clearImmediate(timer)
        expect(batches.flat()).toEqual(parseCsv(bytes))
        expect(turns).toBeGreaterThanOrEqual(batches.length - 1)
        expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(2048)
      }),
      { numRuns: 20 },
    )
  })

  test('that is invalid is reported with its line', async () => {
    const errorOf = async (bytes: Uint8Array) => {
      const toError = (error: unknown) => (error instanceof InvalidCsvError ? [error.line, error.message] : error)
      const inSteps = await collect(parseCsvInSteps(bytes)).catch(toError)
      try {
        return parseCsv(bytes)
      } catch (error) {
        expect(inSteps).toEqual(toError(error))
        return inSteps
      }
    }
    const bytesOf = (text: string) => new TextEncoder().encode(text)
    expect(await errorOf(bytesOf('a,b\n"x,1\n2'))).toEqual([3, expect.stringMatching(/never closed/)])
    expect(await errorOf(bytesOf('a,b\nx"y,1'))).toEqual([2, expect.stringMatching(/middle of a cell/)])
    expect(await errorOf(bytesOf('a,b\n"x"y,1'))).toEqual([2, expect.stringMatching(/middle of a cell/)])
    expect(await errorOf(Uint8Array.of(0x4a, 0xf6, 0x72, 0x67))).toEqual([1, expect.stringMatching(/UTF-8/)])
    expect(await errorOf(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toEqual([1, expect.stringMatching(/UTF-8/)])
  })

  test('written by this program is parsed unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aä"\n,; =-\''), maxLength: 6 }).map((text) => `x${text}x`)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        expect(
          read(formatCsv(['a', 'b'], rows))
            .slice(1)
            .map(({ cells }) => cells.map(unescapeFormulas)),
        ).toEqual(rows)
      }),
    )
  })
})
