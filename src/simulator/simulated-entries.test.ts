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

test('the same seed draws the same entries', () => {
  expect(drawEntries({ tiers, count: 5, seed: 3 })).toEqual(drawEntries({ tiers, count: 5, seed: 3 }))
  expect(drawEntries({ tiers, count: 5, seed: 3 })).not.toEqual(drawEntries({ tiers, count: 5, seed: 4 }))
})
