import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { formatCsv } from './csv-formatter.ts'
import { unescapeFormulas } from './csv-formulas.ts'

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
  const escaped = formulas.map((text) => (/^[\t\r]/.test(text) ? `'${text[0]}'=1` : `'${text}`))
  expect(rows).toEqual([["'=head", 'number'], ...escaped.map((text) => [text, '-1.5'])])
})

test.each([
  ['Mal;=1+1;', "Mal;'=1+1;"],
  ['Mal;"=1+1";', `Mal;'"=1+1";`],
  ['Mal; +1;\t-2', "Mal;' +1;\t'-2"],
  ['Mal\t@SUM(A1)', "Mal\t'@SUM(A1)"],
  ['Mal\n=1+1', "Mal\n'=1+1"],
  [';=1', ";'=1"],
  ["'=1", "''=1"],
  ['Anne-Marie + Jo = us; the two', 'Anne-Marie + Jo = us; the two'],
  ["Seve O'Neill", "Seve O'Neill"],
])('a formula that begins after a semicolon, a tab or a line break is prefixed, too: %j', (text, shown) => {
  expect(read(formatCsv([text], []))).toEqual([[shown]])
})

test('whatever separates the cells for a spreadsheet, and whether it respects quotes, no piece of a text begins a formula', () => {
  const piece = fc.constantFrom(...';\t\r\n=+-@"\'a ,＝')
  const text = fc.string({ unit: piece, minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
      const file = formatCsv(cells, []).slice(1)
      for (const separator of [';', '\t'])
        for (const cell of file.split(/[\r\n]/).flatMap((line) => line.split(separator)))
          expect(cell, file).not.toMatch(/^[ "]*[=+\-@＝]/)
    }),
  )
})

test('every cell survives a round trip, and no cell begins like a formula', () => {
  const unit = fc.oneof(anyCharacter, fc.constantFrom(...';\t\r\n=+-@"\' '))
  const cell = fc.string({ unit, minLength: 1 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const back = read(formatCsv(['a', 'b'], rows)).slice(1)
      expect(back.flat().filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
      expect(back.map((row) => row.map(unescapeFormulas))).toEqual(rows)
    }),
  )
})
