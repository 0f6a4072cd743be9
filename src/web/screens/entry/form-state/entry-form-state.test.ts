import { describe, expect, test } from 'vitest'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import {
  createEntryForm,
  type EntryFormAction,
  type EntryFormState,
  entryFormReducer,
  hasUnsavedChanges,
  listVisibleErrors,
  toDraft,
  toSavedEntry,
} from './entry-form-state.ts'
import { emptyValues, entryFields } from './entry-values.ts'

const players = buildPlayers()
const saved = toSavedEntry(buildEntry({ id: 5, version: 2 }), players)
const savedElsewhere = { ...saved, version: 3, values: { ...saved.values, answers: ['-15', '70'] as const } }
const now = new Date('2026-04-08T10:00:00Z')

function play(state: EntryFormState, ...actions: EntryFormAction[]): EntryFormState {
  return actions.reduce(entryFormReducer, state)
}

const pick = (pickIndex: number, playerId: number): EntryFormAction => ({ type: 'pick', pickIndex, playerId })
const fresh = () => createEntryForm(null, undefined, players)
const editing = () => createEntryForm(saved, undefined, players)

describe('an entry form opens', () => {
  test('empty for a new entry', () => {
    expect(fresh()).toMatchObject({ saved: null, values: emptyValues, conflict: null, restoredFrom: null })
    expect(hasUnsavedChanges(fresh())).toBe(false)
  })

  test('with the saved version', () => {
    expect(editing().values).toEqual(saved.values)
    expect(hasUnsavedChanges(editing())).toBe(false)
  })

  test('with unsaved changes', () => {
    const draft = toDraft(play(editing(), pick(0, 2)), now)
    const opened = createEntryForm(saved, draft, players)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened).toMatchObject({ conflict: null, restoredFrom: now.toISOString() })
    expect(hasUnsavedChanges(opened)).toBe(true)
  })

  test("without a draft's golfers who can no longer be picked", () => {
    const draft = { ...toDraft(fresh(), now), picks: emptyValues.picks.with(0, 4).with(1, 5) }
    expect(createEntryForm(null, draft, players).values.picks).toEqual(emptyValues.picks.with(1, 5))
  })

  test('with the saved version when the draft equals it', () => {
    const opened = createEntryForm(saved, { ...toDraft(editing(), now), version: 1 }, players)
    expect(opened).toMatchObject({ conflict: null, restoredFrom: null })
  })

  test('with a conflict when another version has been saved since the draft', () => {
    const draft = toDraft(play(editing(), pick(0, 2)), now)
    const opened = createEntryForm(savedElsewhere, draft, players)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened.conflict).toEqual(savedElsewhere)
  })

  test('with a conflict when an entry has been created since the draft of a new one', () => {
    const draft = toDraft(play(fresh(), pick(0, 2)), now)
    expect(createEntryForm(saved, draft, players).conflict).toEqual(saved)
  })
})

describe('an entry form shows', () => {
  test('no errors before it is submitted', () => {
    expect(listVisibleErrors(fresh()).size).toBe(0)
  })

  test('every error after an invalid submit', () => {
    const sent = play(fresh(), pick(0, 1), { type: 'touch-all' })
    expect([...listVisibleErrors(sent).keys()]).toEqual(entryFields.slice(1))
    expect(sent.touched.size).toBe(14)
  })

  test('what the server rejected at its field, until the field changes', () => {
    const errors = [
      { field: 'selections.5.playerId', message: 'must be a golfer of tier B' },
      { field: 'tiebreakers.0', message: 'must be plain text' },
      { field: 'unknown', message: 'unknown' },
    ]
    const rejected = play(editing(), { type: 'rejected', errors })
    expect([...listVisibleErrors(rejected)]).toEqual([
      ['selections.5.playerId', 'must be a golfer of tier B'],
      ['tiebreakers.0', 'must be plain text'],
    ])
    const changed = play(rejected, pick(5, 6), { type: 'answer', index: 0, text: '-9' })
    expect(listVisibleErrors(changed).size).toBe(0)
  })
})

describe('copying one entry into another', () => {
  const picked = () => play(fresh(), pick(0, 1), pick(1, 4), pick(8, 3))
  const copied = () => play(picked(), { type: 'copy', from: 1, into: 3 })

  test('copies all four picks, empty ones too', () => {
    expect(copied().values.picks).toEqual([1, 4, null, null, null, null, null, null, 1, 4, null, null])
  })

  test('can be undone', () => {
    expect(play(copied(), { type: 'undo-copy' }).values).toEqual(picked().values)
  })

  test('cannot be undone after another change', () => {
    const later = play(copied(), pick(2, 7))
    expect(later.copied).toBeNull()
    expect(play(later, { type: 'undo-copy' })).toEqual(later)
  })
})

describe('when another version was saved elsewhere', () => {
  const conflict = () => play(editing(), pick(0, 2), { type: 'conflict', conflict: savedElsewhere })

  test("the user's changes stay until they choose", () => {
    expect(conflict().values.picks[0]).toBe(2)
    expect(conflict().saved).toEqual(saved)
  })

  test('the other version can be loaded', () => {
    const loaded = play(conflict(), { type: 'load-saved' })
    expect(loaded).toMatchObject({ saved: savedElsewhere, values: savedElsewhere.values, conflict: null })
    expect(hasUnsavedChanges(loaded)).toBe(false)
  })

  test("the user's version can overwrite it", () => {
    const mine = { ...savedElsewhere, version: 4, values: conflict().values }
    expect(play(conflict(), { type: 'saved', saved: mine })).toMatchObject({ saved: mine, conflict: null })
  })
})

test('discarding goes back to the saved version', () => {
  expect(play(editing(), pick(0, 2), { type: 'discard' }).values).toEqual(saved.values)
  expect(play(fresh(), pick(0, 2), { type: 'discard' }).values).toEqual(emptyValues)
})
