import { expect, test } from 'vitest'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { listOtherHolders, listShared, toEntryList, toSafety } from './entry-summary.ts'

const picks = [1, 4, 7, 10, 1, null, 8, 10, 1, 6, 9, 12]

test('a golfer is told to stand in the other entries, not in the one that is being filled in', () => {
  expect(listOtherHolders(picks, 1, 4)).toEqual([1, 3])
  expect(listOtherHolders(picks, 4, 1)).toEqual([])
  expect(listOtherHolders(picks, 4, 5)).toEqual([1])
})

test('the golfers of more than one entry are listed in the order of their tiers', () => {
  expect(listShared(picks, buildPlayers())).toEqual([
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

test.each([
  [{ isSaving: true, isUnsaved: true, isKept: true, isNew: true }, 'Saving'],
  [{ isSaving: false, isUnsaved: true, isKept: true, isNew: true }, 'Not saved yet. Kept on this device.'],
  [{ isSaving: false, isUnsaved: true, isKept: false, isNew: false }, 'Not saved yet.'],
  [{ isSaving: false, isUnsaved: false, isKept: true, isNew: true }, 'Nothing to save yet.'],
  [{ isSaving: false, isUnsaved: false, isKept: true, isNew: false }, 'Everything is saved.'],
])('with %j it says "%s"', (saving, text) => {
  expect(toSafety(saving)).toBe(text)
})
