import { expect, test } from 'vitest'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { listOtherEntriesWith, listRepeatedGolfers, toEntryList } from './entry-summary.ts'

const picks = [1, 4, 7, 10, 1, null, 8, 10, 1, 6, 9, 12]

test("a golfer's other entries leave out the one being filled in", () => {
  expect(listOtherEntriesWith(picks, 1, 4)).toEqual([1, 3])
  expect(listOtherEntriesWith(picks, 4, 1)).toEqual([])
  expect(listOtherEntriesWith(picks, 4, 5)).toEqual([1])
})

test('the golfers of more than one entry are listed in the order of their tiers', () => {
  expect(listRepeatedGolfers(picks, buildPlayers())).toEqual([
    { name: 'Player A1', entryNumbers: [1, 2, 3] },
    { name: 'Player D1', entryNumbers: [1, 2] },
  ])
})

test.each([
  [[2] as const, 'Entry 2'],
  [[1, 3] as const, 'Entries 1 and 3'],
  [[1, 2, 3] as const, 'Entries 1, 2 and 3'],
])('%j is written as "%s"', (numbers, text) => {
  expect(toEntryList(numbers)).toBe(text)
})
