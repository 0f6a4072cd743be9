import { describe, expect, test } from 'vitest'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import { countUnsaved, createForm, listVisibleErrors, touch } from '#web/forms/form-state.ts'
import {
  copyPicks,
  type EntryFormState,
  entryFormKind,
  fillPick,
  findNextEntry,
  listCopies,
  rejectEntry,
  toSavedEntry,
  undoFill,
  withAnswer,
  withPick,
} from './entry-form-state.ts'
import { emptyValues, entryFields, listErrors } from './entry-values.ts'

const players = buildPlayers()
const saved = toSavedEntry(buildEntry({ id: 5, version: 2 }), players)
const savedElsewhere = { ...saved, version: 3, values: { ...saved.values, answers: ['-15', '70'] as const } }
const now = new Date('2026-04-08T10:00:00Z')

const kind = entryFormKind(players)

type Edit = (state: EntryFormState) => EntryFormState

function play(state: EntryFormState, ...edits: Edit[]): EntryFormState {
  return edits.reduce((edited, edit) => edit(edited), state)
}

const pick =
  (pickIndex: number, playerId: number): Edit =>
  (state) =>
    withPick(state, pickIndex, playerId)
const fresh = () => kind.open(null)
const editing = () => kind.open(saved)
const errorsOf = (state: EntryFormState) => listVisibleErrors(state, listErrors(state.values))

describe('an entry form opens', () => {
  test('empty for a new entry', () => {
    expect(fresh()).toMatchObject({ saved: null, values: emptyValues, conflict: null, restoredFrom: null })
    expect(countUnsaved(kind, fresh())).toBe(0)
  })

  test('with the saved version', () => {
    expect(editing().values).toEqual(saved.values)
    expect(countUnsaved(kind, editing())).toBe(0)
  })

  test('with unsaved changes', () => {
    const draft = kind.toDraft(play(editing(), pick(0, 2)), now)
    const opened = createForm(kind, saved, draft)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened).toMatchObject({ conflict: null, restoredFrom: now.toISOString() })
    expect(countUnsaved(kind, opened)).toBe(1)
  })

  test("without a draft's golfers who can no longer be picked", () => {
    const draft = { ...kind.toDraft(fresh(), now), picks: emptyValues.picks.with(0, 4).with(1, 5) }
    expect(createForm(kind, null, draft).values.picks).toEqual(emptyValues.picks.with(1, 5))
  })

  test('with the saved version when the draft equals it', () => {
    const opened = createForm(kind, saved, { ...kind.toDraft(editing(), now), version: 1 })
    expect(opened).toMatchObject({ conflict: null, restoredFrom: null })
  })

  test('with a conflict when another version has been saved since the draft', () => {
    const draft = kind.toDraft(play(editing(), pick(0, 2)), now)
    const opened = createForm(kind, savedElsewhere, draft)
    expect(opened.values.picks[0]).toBe(2)
    expect(opened.conflict).toEqual(savedElsewhere)
  })

  test('with a conflict when an entry has been created since the draft of a new one', () => {
    const draft = kind.toDraft(play(fresh(), pick(0, 2)), now)
    expect(createForm(kind, saved, draft).conflict).toEqual(saved)
  })
})

describe('an entry form shows', () => {
  test('no errors before it is submitted', () => {
    expect(errorsOf(fresh()).size).toBe(0)
  })

  test('every error after an invalid submit', () => {
    const sent = touch(play(fresh(), pick(0, 1)), entryFields)
    expect([...errorsOf(sent).keys()]).toEqual(entryFields.slice(1))
    expect(sent.touched.size).toBe(14)
  })

  test('what the server rejected at its field, until the field changes', () => {
    const errors = [
      { field: 'selections.5.playerId', message: 'must be a golfer of tier B' },
      { field: 'tiebreakers.0', message: 'must be plain text' },
      { field: 'unknown', message: 'unknown' },
    ]
    const rejected = rejectEntry(editing(), errors)
    expect([...errorsOf(rejected)]).toEqual([
      ['selections.5.playerId', 'must be a golfer of tier B'],
      ['tiebreakers.0', 'must be plain text'],
    ])
    const changed = withAnswer(play(rejected, pick(5, 6)), 0, '-9')
    expect(errorsOf(changed).size).toBe(0)
  })
})

describe('copying one entry into another', () => {
  const picked = () => play(fresh(), pick(0, 1), pick(1, 4), pick(8, 3))
  const copied = () => copyPicks(picked(), { from: 1, into: 3 })

  test('copies all four picks, empty ones too', () => {
    expect(copied().values.picks).toEqual([1, 4, null, null, null, null, null, null, 1, 4, null, null])
  })

  test('can be undone', () => {
    expect(undoFill(copied()).values).toEqual(picked().values)
  })

  test('cannot be undone after another change', () => {
    const later = play(copied(), pick(2, 7))
    expect(later.filled).toBeNull()
    expect(undoFill(later)).toEqual(later)
  })

  test('is offered where it would change something, into the entry that is filled in next first', () => {
    const offered = ({ values: { picks } }: EntryFormState) =>
      listCopies(picks, findNextEntry(picks)).map(({ from, into }) => [from, into])
    expect(offered(fresh())).toEqual([])
    expect(offered(play(fresh(), pick(0, 1), pick(1, 4), pick(2, 7), pick(3, 10)))).toEqual([
      [1, 2],
      [1, 3],
    ])
    expect(offered(editing())).toEqual([
      [1, 3],
      [2, 3],
      [2, 1],
      [3, 1],
      [1, 2],
      [3, 2],
    ])
  })
})

describe('a golfer drawn for the player', () => {
  test('fills a missing pick, and only that; undone, it is missing again without an error', () => {
    const drawn = fillPick(fresh(), 5, 6)
    expect(drawn.values.picks).toEqual(emptyValues.picks.with(5, 6))
    expect(undoFill(drawn)).toEqual(fresh())
    expect(fillPick(editing(), 5, 6)).toEqual(editing())
  })

  test('cannot be undone after another change', () => {
    const later = play(fillPick(fresh(), 5, 6), pick(2, 7))
    expect(undoFill(later)).toEqual(later)
  })
})
