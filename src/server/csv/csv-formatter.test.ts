import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { formatCsv } from './csv-formatter.ts'

const read = (csv: string): string[][] => parse(csv, { bom: true })

test('a table has CRLF line ends, a byte order mark, and quotes where needed', () => {
  expect(formatCsv(['Name', 'Score'], [['Ada, "the ace"\nof Köln', -5]])).toBe(
    '\uFEFFName,Score\r\n"Ada, ""the ace""\nof Köln",-5\r\n',
  )
  expect(formatCsv(['Name', 'Score'], [['', null]])).toBe('\uFEFFName,Score\r\n,\r\n')
  expect(formatCsv(['Name'], [])).toBe('\uFEFFName\r\n')
  expect(formatCsv(['Place'], [[{ verbatim: '--' }], ['--']])).toBe("\uFEFFPlace\r\n--\r\n'--\r\n")
  expect(formatCsv(['Name'], [['a\nb'], ['a\rb']])).toBe('\uFEFFName\r\n"a\nb"\r\n"a\rb"\r\n')
})

test('text that a spreadsheet would treat as a formula is prefixed with an apostrophe; numbers are not', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\uFF1D1', '=HYPERLINK("https://evil.example")']
  const rows = read(formatCsv(['=head', 'number'], [...formulas.map((text) => [text, -1.5])]))
  expect(rows).toEqual([["'=head", 'number'], ...formulas.map((text) => [`'${text}`, '-1.5'])])
})

test('every cell survives a round trip, and no cell begins like a formula', () => {
  const cell = fc.string({ unit: anyCharacter, minLength: 1 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const back = read(formatCsv(['a', 'b'], rows)).slice(1)
      expect(back.flat().filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
      const verbatim = (text: string) => text.replace(/^'/, '')
      expect(back.map((row) => row.map(verbatim))).toEqual(rows.map((row) => row.map(verbatim)))
    }),
  )
})
