import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv } from '#server/platform/csv/csv-formatter.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { parseRankingFile } from './ranking-file.ts'

const two = [
  { rank: 1, name: 'Scheffler, Scottie' },
  { rank: 2, name: 'Rory McIlroy' },
]

function listErrors(file: string): string[] {
  try {
    parseRankingFile(file)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.toDetails().fields ?? []).map(({ message }) => message)
  }
}

describe('a ranking file', () => {
  test.each([
    ['with a heading', 'Rank,Name\n1,"Scheffler, Scottie"\n2,Rory McIlroy\n'],
    ['without a heading', '1,"Scheffler, Scottie"\n2,Rory McIlroy\n'],
    ['with semicolons, a mark of UTF-8 and CRLF', '\uFEFFRank;Name\r\n1;Scheffler, Scottie\r\n2;Rory McIlroy\r\n'],
    ['with semicolons and without a heading', '1;Scheffler, Scottie\n2;Rory McIlroy'],
    ['with tabs', 'Rank\tPlayer\n1\tScheffler, Scottie\n2\tRory McIlroy'],
    ['with names in two cells', '1,Scheffler, Scottie\n2,Rory McIlroy'],
    ['with a heading and names in two cells', 'Rank,Name\n1,Scheffler, Scottie\n2,Rory McIlroy'],
    ['with the columns in another order', 'Country,Golfer,World Rank\nUSA,"Scheffler, Scottie",1\nNIR,Rory McIlroy,2'],
    ['with names first', '"Scheffler, Scottie",1\nRory McIlroy,2'],
    ['with countries and points', '1,"Scheffler, Scottie",USA,14.2\n2,Rory McIlroy,NIR,9'],
    ['with marked ranks and blank lines', '#1,"Scheffler, Scottie"\n\n,\nT2,Rory McIlroy'],
  ])('is read %s', (_what, file) => {
    expect(parseRankingFile(file)).toEqual(two)
  })

  test('with first and last names apart has both', () => {
    expect(parseRankingFile('Rank,Last Name,First Name\n1,Scheffler,Scottie')).toEqual([
      { rank: 1, name: 'Scottie Scheffler' },
    ])
  })

  test.each([
    ['', ['The file is empty.']],
    ['Rank,Name', ['Line 1: there are no names below the heading.']],
    ['Player,Odds\nRory McIlroy,10/1', ['Line 1: the columns must be named "Rank" and "Name".']],
    ['Rank,Name\n1,Ann Arbor\nx,Bo Birch\n3,', ['Line 3: "x" is not a rank.', 'Line 4: there is no name.']],
    ['1,Ann Arbor\nsecond,Bo Birch', ['Line 2: "second" is not a rank.']],
    ['0,Ann Arbor\n1,Bo Birch', ['Line 1: "0" is not a rank.']],
    ['1,"Ann\n2,Bo', ['Line 2: A quoted cell is never closed.']],
    [`1,${'x'.repeat(101)}`, ['Line 1: the name is longer than 100 characters.']],
  ])('%j is refused, and the line is named', (file, errors) => {
    expect(listErrors(file)).toEqual(errors)
  })

  test('with too many lines is refused', () => {
    expect(listErrors('1,a\n'.repeat(5001))).toEqual(['The file has more than 5000 lines.'])
  })

  test('with many errors names the first ones', () => {
    const errors = listErrors(`Rank,Name\n${'x,Ann\n'.repeat(8)}`)
    expect(errors).toEqual([
      ...[2, 3, 4, 5, 6].map((line) => expect.stringContaining(`Line ${line}: `)),
      '3 more lines have errors.',
    ])
  })

  test('of any names survives a spreadsheet', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aäZ,;. -'), maxLength: 20 }).map((text) => `x${text}x`)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const file = formatCsv(
          ['Rank', 'Name'],
          [...names.entries()].map(([index, text]) => [index + 1, text]),
        )
        expect(parseRankingFile(file)).toEqual(names.map((text, index) => ({ rank: index + 1, name: text })))
      }),
    )
  })

  test('of any text is read or refused, nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'1,;"\n\tRankNme ') }), (file) => {
        expect(() => listErrors(file)).not.toThrow()
      }),
    )
  })
})
