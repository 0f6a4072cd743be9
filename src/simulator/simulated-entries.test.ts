import { expect, test } from 'vitest'
import { drawEntries, listFavourites, toTierLists } from './simulated-entries.ts'

const favourites = listFavourites(1)
const tiers = toTierLists(favourites)

test('the four tiers hold every golfer of the field once', () => {
  expect(tiers.map((tier) => tier.length)).toEqual([20, 30, 45, 61])
  expect(new Set(tiers.flat().map(({ espnId }) => espnId)).size).toBe(156)
})

test('a smaller field is cut in the same shares', () => {
  const small = toTierLists(favourites.slice(0, 72))
  expect(small.map((tier) => tier.length)).toEqual([9, 14, 21, 28])
})

test('a field too small for four tiers is refused', () => {
  expect(() => toTierLists(favourites.slice(0, 7))).toThrow(RangeError)
})

test('a simulated entry picks one golfer of each tier for each of three entries, in order', () => {
  for (const { selections } of drawEntries({ tiers, count: 50, seed: 1 })) {
    expect(selections.map(({ entryNumber }) => entryNumber)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
    for (const [index, { espnId }] of selections.entries()) {
      expect(tiers[index % 4]?.some((golfer) => golfer.espnId === espnId)).toBe(true)
    }
  }
})

test('the favourite of a tier is picked far more often than its last', () => {
  const picks = drawEntries({ tiers, count: 1000, seed: 2 }).flatMap(({ selections }) => selections)
  const countOf = (espnId: string | undefined) => picks.filter((pick) => pick.espnId === espnId).length
  expect(countOf(tiers[0][0]?.espnId)).toBeGreaterThan(3 * countOf(tiers[0][19]?.espnId))
  expect(countOf(tiers[0][19]?.espnId)).toBeGreaterThan(0)
})

test('the same seed draws the same entries', () => {
  expect(drawEntries({ tiers, count: 5, seed: 3 })).toEqual(drawEntries({ tiers, count: 5, seed: 3 }))
  expect(drawEntries({ tiers, count: 5, seed: 3 })).not.toEqual(drawEntries({ tiers, count: 5, seed: 4 }))
})
