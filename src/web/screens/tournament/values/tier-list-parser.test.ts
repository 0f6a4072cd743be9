import { describe, expect, test } from 'vitest'
import {
  appendNames,
  countRepeatedNames,
  listNames,
  parseName,
  parseTierTable,
  removeName,
  replaceName,
} from './tier-list-parser.ts'

describe('a line of a tier', () => {
  test.each([
    'Ann Fairway',
    'Fairway, Ann',
    'J. T. Bunker',
    "Pat O'Green",
    'Åke Björn-Links',
    'Sam Wedge III',
    'Li Wei (a)',
  ])('that is a name stays as it is: "%s"', (line) => {
    expect(parseName(line)).toBe(line)
  })

  test.each([
    '  Ann Fairway  ',
    '1. Ann Fairway',
    '12) Ann Fairway',
    'T3 Ann Fairway',
    '#4 Ann Fairway',
    '- Ann Fairway',
    '• Ann Fairway',
    '"Ann Fairway"',
    '“Ann Fairway”',
    'Ann Fairway +450',
    'Ann Fairway (12/1)',
    'Ann Fairway 9.5%',
    'Ann Fairway,450',
    '1,Ann Fairway,450,2',
    'Ann Fairway\t+450',
    '1\tAnn Fairway\t$9,800',
    'T3\t"Ann Fairway"\t12/1\t2.5%',
    'Ann Fairway; 450',
    'Ann\u00a0Fairway',
  ])('loses ranks, odds and punctuation beside the name: %j', (line) => {
    expect(parseName(line)).toBe('Ann Fairway')
  })

  test('with the family name first keeps its comma, in quotes too', () => {
    expect(parseName('1,"Fairway, Ann",450')).toBe('Fairway, Ann')
  })

  test('with words in several cells keeps all of them for the server', () => {
    expect(parseName('1\tAnn\tFairway\t+450')).toBe('Ann\tFairway')
    expect(parseName('Ann Fairway\tSweden')).toBe('Ann Fairway\tSweden')
  })

  test.each(['', '   ', '12', 'T3', '+450', '---', 'Player', 'Tier A', 'tier b:', 'Rank\tPlayer\tOdds'])(
    'without a name counts as blank: %j',
    (line) => {
      expect(parseName(line)).toBe('')
    },
  )
})

describe('the names of a tier', () => {
  const text = '1. Ann Fairway\r\n\r\n2. Ben Rough\n Ann Fairway \n'

  test('leave out blanks and repetitions', () => {
    expect(listNames(text)).toEqual(['Ann Fairway', 'Ben Rough'])
    expect(countRepeatedNames(text)).toBe(1)
  })

  test('are replaced, removed and added by line; other lines stay as they were typed', () => {
    expect(replaceName('1. Ann Fairwy\n2. Ben Rough', 'Ann Fairwy', 'Ann Fairway')).toBe('Ann Fairway\n2. Ben Rough')
    expect(removeName('Ann Fairway\n2. Ben Rough\nAnn Fairway', 'Ann Fairway')).toBe('2. Ben Rough')
    expect(appendNames('Ann Fairway\n\n', ['Ben Rough', 'Cy Hook'])).toBe('Ann Fairway\nBen Rough\nCy Hook')
    expect(appendNames('', ['Ben Rough'])).toBe('Ben Rough')
  })
})

describe('four tiers in one text', () => {
  const lists = [
    ['Ann Fairway', 'Ed Green'],
    ['Ben Rough', 'Flo Tee'],
    ['Cy Hook', 'Gus Par'],
    ['Di Slice', 'Hal Eagle', 'Ida Birdie'],
  ]

  test('side by side are found, with headings and lists of different lengths', () => {
    const table = [
      'Tier A\tTier B\tTier C\tTier D',
      'Ann Fairway\tBen Rough\tCy Hook\tDi Slice',
      'Ed Green\tFlo Tee\tGus Par\tHal Eagle',
      '\t\t\tIda Birdie',
    ]
    expect(parseTierTable(table.join('\n'))).toEqual(lists)
    expect(parseTierTable(table.slice(1).join('\n'))).toEqual(lists)
  })

  test('side by side are found between their ranks and odds', () => {
    const table = [
      '1\tAnn Fairway\t+450\t1\tBen Rough\t+900\t1\tCy Hook\t99\t1\tDi Slice\t250',
      '2\tEd Green\t+500\t2\tFlo Tee\t+950\t2\tGus Par\t99\t2\tHal Eagle\t300',
    ]
    expect(parseTierTable(table.join('\n'))).toEqual(lists.map((names) => names.slice(0, 2)))
  })

  test('in sections are found by their headings', () => {
    const text = lists.map((names, tier) => [`Tier ${'ABCD'[tier]}`, ...names].join('\n')).join('\n\n')
    expect(parseTierTable(text)).toEqual(lists)
  })

  test.each([
    ['one list', 'Ann Fairway\nBen Rough'],
    ['first and last names', 'Ann\tFairway\nBen\tRough'],
    ['one name with other cells', '1\tAnn Fairway\tSweden\t+450\n2\tBen Rough\tWales\t+500'],
    ['nothing', ''],
  ])('%s is not a table of tiers', (_, text) => {
    expect(parseTierTable(text)).toBeNull()
  })
})
