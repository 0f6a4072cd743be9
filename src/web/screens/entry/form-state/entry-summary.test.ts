import { expect, test } from 'vitest'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { listOtherEntriesWith, listRepeatedGolfers, toEntryList, toSaveStatus } from './entry-summary.ts'

const picks = [1, 4, 7, 10, 1, null, 8, 10, 1, 6, 9, 12]

test('a golfer is told to stand in the other entries, not in the one that is being filled in', () => {
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

test.each([
  [{ isSaving: true, isDirty: true, isDraftSaved: true, isNew: true }, 'Saving'],
  [
    { isSaving: false, isDirty: true, isDraftSaved: true, isNew: true },
    'Not saved yet. Kept on this device.',
  ],
  [{ isSaving: false, isDirty: true, isDraftSaved: false, isNew: false }, 'Not saved yet.'],
  [{ isSaving: false, isDirty: false, isDraftSaved: true, isNew: true }, 'Nothing to save yet.'],
  [{ isSaving: false, isDirty: false, isDraftSaved: true, isNew: false }, 'Everything is saved.'],
])('with %j it says "%s"', (saving, text) => {
  expect(toSaveStatus(saving)).toBe(text)
})
