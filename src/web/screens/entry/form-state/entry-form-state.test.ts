import { describe, expect, test } from 'vitest'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import { entryFields } from './entry-fields.ts'
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
import { emptyValues } from './entry-values.ts'

const players = buildPlayers()
const saved = toSavedEntry(buildEntry({ id: 5, version: 2 }), players)
const theirs = { ...saved, version: 3, values: { ...saved.values, answers: ['-15', '70'] as const } }
const now = new Date('2026-04-08T10:00:00Z')

function play(state: EntryFormState, ...actions: EntryFormAction[]): EntryFormState {
  return actions.reduce(entryFormReducer, state)
}

const pick = (pickIndex: number, playerId: number): EntryFormAction => ({ type: 'pick', pickIndex, playerId })
const fresh = () => createEntryForm(null, undefined, players)
const editing = () => createEntryForm(saved, undefined, players)

describe('an entry form opens', () => {
  test('empty for a new entry', () => {
    expect(fresh()).toMatchObject({ saved: null, values: emptyValues, theirs: null, restoredFrom: null })
    expect(hasUnsavedChanges(fresh())).toBe(false)
  })

  test('with what is saved', () => {
    expect(editing().values).toEqual(saved.values)
    expect(hasUnsavedChanges(editing())).toBe(false)
  })

  test('with what was left unsaved', () => {
    const draft = toDraft(play(editing(), pick(0, 2)), now)
    const opened = createEntryForm(saved, draft, players)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened).toMatchObject({ theirs: null, restoredFrom: now.toISOString() })
    expect(hasUnsavedChanges(opened)).toBe(true)
  })

  test('without golfers of a draft who cannot be picked any more', () => {
    const draft = { ...toDraft(fresh(), now), picks: emptyValues.picks.with(0, 4).with(1, 5) }
    expect(createEntryForm(null, draft, players).values.picks).toEqual(emptyValues.picks.with(1, 5))
  })

  test('with what is saved when a draft says the same', () => {
    const opened = createEntryForm(saved, { ...toDraft(editing(), now), version: 1 }, players)
    expect(opened).toMatchObject({ theirs: null, restoredFrom: null })
  })

  test('with a choice to make when another version has been saved since the draft', () => {
    const draft = toDraft(play(editing(), pick(0, 2)), now)
    const opened = createEntryForm(theirs, draft, players)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened.theirs).toEqual(theirs)
  })

  test('with a choice to make when an entry was created theirs since the draft of a new one', () => {
    const draft = toDraft(play(fresh(), pick(0, 2)), now)
    expect(createEntryForm(saved, draft, players).theirs).toEqual(saved)
  })
})

describe('an entry form shows', () => {
  test('no fault before it was sent', () => {
    expect(listVisibleErrors(fresh()).size).toBe(0)
  })

  test('every fault after an invalid submit', () => {
    const sent = play(fresh(), pick(0, 1), { type: 'touch-all' })
    expect([...listVisibleErrors(sent).keys()]).toEqual(entryFields.slice(1))
    expect(sent.touched.size).toBe(14)
  })

  test('what the server refused at its field, until the field changes', () => {
    const errors = [
      { field: 'selections.5.playerId', message: 'must be a golfer of tier B' },
      { field: 'tiebreakers.0', message: 'must be plain text' },
      { field: 'theirs', message: 'unknown' },
    ]
    const serverErrors = play(editing(), { type: 'refused', errors })
    expect([...listVisibleErrors(serverErrors)]).toEqual([
      ['selections.5.playerId', 'must be a golfer of tier B'],
      ['tiebreakers.0', 'must be plain text'],
    ])
    const changed = play(serverErrors, pick(5, 6), { type: 'answer', index: 0, text: '-9' })
    expect(listVisibleErrors(changed).size).toBe(0)
  })
})

describe('copying one entry into another', () => {
  const picked = () => play(fresh(), pick(0, 1), pick(1, 4), pick(8, 3))
  const copied = () => play(picked(), { type: 'copy', from: 1, into: 3 })

  test('takes all four places over, empty ones too', () => {
    expect(copied().values.picks).toEqual([1, 4, null, null, null, null, null, null, 1, 4, null, null])
  })

  test('can be undone', () => {
    expect(play(copied(), { type: 'undo-copy' }).values).toEqual(picked().values)
  })

  test('cannot be undone any more after something else', () => {
    const later = play(copied(), pick(2, 7))
    expect(later.copied).toBeNull()
    expect(play(later, { type: 'undo-copy' })).toEqual(later)
  })
})

describe('of two versions', () => {
  const conflict = () => play(editing(), pick(0, 2), { type: 'saved-elsewhere', theirs })

  test('the input stays until one is chosen', () => {
    expect(conflict().values.picks[0]).toBe(2)
    expect(conflict().saved).toEqual(saved)
  })

  test('the other one can be loaded', () => {
    const loaded = play(conflict(), { type: 'take-elsewhere' })
    expect(loaded).toMatchObject({ saved: theirs, values: theirs.values, theirs: null })
    expect(hasUnsavedChanges(loaded)).toBe(false)
  })

  test('the own one counts once it has been saved over the other', () => {
    const mine = { ...theirs, version: 4, values: conflict().values }
    expect(play(conflict(), { type: 'saved', saved: mine })).toMatchObject({ saved: mine, theirs: null })
  })
})

test('discarding goes back to what is saved', () => {
  expect(play(editing(), pick(0, 2), { type: 'discard' }).values).toEqual(saved.values)
  expect(play(fresh(), pick(0, 2), { type: 'discard' }).values).toEqual(emptyValues)
})
