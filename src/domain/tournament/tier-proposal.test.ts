import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countedTournaments,
  findSizesError,
  rankByEarlierLists,
  sortForTiers,
  splitIntoTiers,
  toDefaultSizes,
} from './tier-proposal.ts'

describe('the sizes of the tiers', () => {
  test.each([
    [156, [10, 21, 30]],
    [72, [10, 21, 30]],
    [71, [9, 20, 29]],
    [20, [2, 5, 8]],
    [4, [1, 1, 1]],
  ])('of a field of %d are by default %j', (golferCount, sizes) => {
    expect(toDefaultSizes(golferCount)).toEqual(sizes)
  })

  test('leave a golfer for tier D in any field of four or more, and omit nobody', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 300 }), (golferCount) => {
        const sizes = toDefaultSizes(golferCount)
        expect(findSizesError(sizes, golferCount)).toBeUndefined()
        const golfers = Array.from({ length: golferCount }, (_, index) => index)
        const split = splitIntoTiers(golfers, sizes)
        expect(split.flat()).toEqual(golfers)
        expect(split.every((tier) => tier.length > 0)).toBe(true)
      }),
    )
  })

  test('that do not fit are rejected with the reason', () => {
    expect(findSizesError([10, 0, 30], 156)).toBe('Every tier needs at least one golfer.')
    expect(findSizesError([10, 1.5, 30], 156)).toBe('Every tier needs at least one golfer.')
    expect(findSizesError([10, 21, 30], 61)).toBe(
      'Tiers A to C have 61 golfers, and the field has 61: nobody is left for tier D.',
    )
    expect(findSizesError([10, 21, 30], 62)).toBeUndefined()
  })
})

test('golfers are proposed by rank, then those without one by name, and those who are out last', () => {
  const golfers = [
    { name: 'Ed Elm', espnId: '5', rank: 1, out: 'WD' },
    { name: 'Di Dogwood', espnId: '4', rank: null, out: null },
    { name: 'Äda Birch', espnId: '3', rank: null, out: null },
    { name: 'Bo Birch', espnId: '2', rank: 12, out: null },
    { name: 'Ann Arbor', espnId: '1', rank: 2, out: null },
  ]
  expect(sortForTiers(golfers).map(({ espnId }) => espnId)).toEqual(['1', '2', '3', '4', '5'])
})

describe('the order by earlier tournaments', () => {
  const listOf = (...tiers: string[][]) =>
    tiers.flatMap((ids, tier) => ids.map((espnId, order) => ({ espnId, tier, order })))

  // The example of docs/rules.md, 8.6.
  test('is the mean of the positions in the lists, and the newer tournament decides between equal means', () => {
    const newest = listOf(['1', '2'], ['3'], ['4'], ['5'])
    const older = listOf(['2'], ['1', '6'], ['4'], ['7'])
    expect([...rankByEarlierLists([newest, older])]).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
      ['6', 4],
      ['4', 5],
      ['5', 6],
      ['7', 7],
    ])
  })

  test(`counts the last ${countedTournaments} tournaments`, () => {
    const same = Array.from({ length: countedTournaments }, () => listOf(['1'], ['2']))
    expect(rankByEarlierLists([...same, listOf(['3'], ['1'])])).toEqual(
      new Map([
        ['1', 1],
        ['2', 2],
      ]),
    )
    expect(rankByEarlierLists([])).toEqual(new Map())
  })
})
