import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countedTournaments,
  describeOrder,
  findSizesError,
  knowsTooFew,
  rankByEarlierLists,
  sortForTiers,
  splitIntoTiers,
  type TierOrder,
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

describe('golfers are proposed', () => {
  test('by world rank, else by earlier lists, else by name, and those who are out last', () => {
    const golfers = [
      { name: 'Flo Fir', espnId: '7', by: 'world', rank: 1, out: 'WD' },
      { name: 'Di Dogwood', espnId: '6', by: 'name', rank: null, out: null },
      { name: 'Äda Birch', espnId: '5', by: 'name', rank: null, out: null },
      { name: 'Ed Elm', espnId: '4', by: 'earlier', rank: 20, out: null },
      { name: 'Cy Cedar', espnId: '3', by: 'earlier', rank: 3, out: null },
      { name: 'Bo Birch', espnId: '2', by: 'world', rank: 412, out: null },
      { name: 'Ann Arbor', espnId: '1', by: 'world', rank: 2, out: null },
    ] as const
    expect(sortForTiers(golfers).map(({ espnId }) => espnId)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })

  const anyField = fc.uniqueArray(
    fc.record({
      name: fc.string({ maxLength: 5 }),
      espnId: fc.integer({ min: 1, max: 999_999 }).map(String),
      known: fc.option(
        fc.record({
          by: fc.constantFrom<TierOrder>('world', 'file', 'earlier'),
          rank: fc.integer({ min: 1, max: 50 }),
        }),
        { nil: { by: 'name' as const, rank: null } },
      ),
      out: fc.constantFrom(null, null, null, 'WD'),
    }),
    { minLength: 4, maxLength: 160, selector: ({ espnId }) => espnId },
  )

  test('every golfer of the field once, in the same order whatever the order of the field', () => {
    fc.assert(
      fc.property(anyField, fc.integer({ min: 0, max: 159 }), (field, shift) => {
        const golfers = field.map(({ known, ...golfer }) => ({ ...golfer, ...known }))
        const lists = splitIntoTiers(sortForTiers(golfers), toDefaultSizes(golfers.length))
        const listed = lists.flat()
        const idsOf = (some: readonly { espnId: string }[]) => some.map(({ espnId }) => espnId)
        expect(new Set(idsOf(listed))).toEqual(new Set(idsOf(golfers)))
        expect(listed).toHaveLength(golfers.length)
        const rotated = [...golfers.slice(shift), ...golfers.slice(0, shift)]
        expect(idsOf(sortForTiers(rotated))).toEqual(idsOf(listed))
      }),
    )
  })

  test('so that nobody stands before a golfer with a better claim', () => {
    const claims = ['world', 'file', 'earlier', 'name']
    fc.assert(
      fc.property(anyField, (field) => {
        const sorted = sortForTiers(field.map(({ known, ...golfer }) => ({ ...golfer, ...known })))
        for (const [index, golfer] of sorted.entries()) {
          const next = sorted[index + 1]
          if (next === undefined) continue
          if (golfer.out !== null) expect(next.out).not.toBeNull()
          if ((golfer.out === null) !== (next.out === null)) continue
          expect(claims.indexOf(golfer.by)).toBeLessThanOrEqual(claims.indexOf(next.by))
          if (golfer.by === next.by) expect(golfer.rank ?? 0).toBeLessThanOrEqual(next.rank ?? 0)
        }
      }),
    )
  })

  test('and the order is said in words', () => {
    const of = (by: TierOrder, count: number) => Array.from({ length: count }, () => ({ by }))
    expect(describeOrder([...of('name', 7), ...of('world', 140), ...of('earlier', 9)])).toBe(
      '140 by world rank, 9 by this pool’s earlier lists, 7 by name',
    )
    expect(describeOrder([...of('file', 2), ...of('name', 1)])).toBe('2 by the file, 1 by name')
    expect(describeOrder(of('name', 156))).toBe('all by name')
  })

  test('from a ranking only if it knows at least half of the field', () => {
    expect([knowsTooFew(1, 156), knowsTooFew(77, 156), knowsTooFew(78, 156)]).toEqual([true, true, false])
    expect([knowsTooFew(2, 5), knowsTooFew(3, 5)]).toEqual([true, false])
  })
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
