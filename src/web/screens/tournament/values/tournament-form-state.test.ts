import { describe, expect, test } from 'vitest'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import type { StartValue } from './start-value.ts'
import { tournamentFields } from './tournament-fields.ts'
import {
  createTournamentForm,
  hasUnsavedChanges,
  listVisibleErrors,
  type TournamentFormAction,
  type TournamentFormState,
  toDraft,
  tournamentFormReducer,
} from './tournament-form-state.ts'
import {
  describeListDifference,
  emptyValues,
  listErrors,
  toSavedTournament,
  toSubmission,
} from './tournament-values.ts'

const zone = 'America/New_York'
const { players, ...head } = buildTournament({ start: '2026-04-09T11:45:30.000Z' })
const message = {
  ...head,
  tiebreakers: [...head.tiebreakers] as [string, string],
  players: [...players],
  entries: [],
}
const saved = toSavedTournament(message, zone)
const theirs = toSavedTournament({ ...message, name: 'Summer Open' }, zone)
const limits = { zone, latestStart: undefined }
const now = new Date('2026-04-08T10:00:00Z')
const feedStart: StartValue = { date: '2026-04-09', time: '07:45', isSecond: false }

function play(state: TournamentFormState, ...actions: TournamentFormAction[]): TournamentFormState {
  return actions.reduce(tournamentFormReducer, state)
}

const name = (text: string): TournamentFormAction => ({ type: 'type', field: 'name', text })
const prefill = (text: string, start: StartValue | null = feedStart): TournamentFormAction => ({
  type: 'fill-in',
  name: text,
  start,
})
const fresh = () => createTournamentForm(null, undefined, zone)
const editing = () => createTournamentForm(saved, undefined, zone)

describe('a tournament form opens', () => {
  test('empty for a new tournament, and with what is saved for another', () => {
    expect(fresh().values).toEqual(emptyValues)
    expect(editing().values.tiers[1]).toBe('Player B1\nPlayer B2\nPlayer B3')
    expect([hasUnsavedChanges(fresh()), hasUnsavedChanges(editing())]).toEqual([false, false])
  })

  test('with what was left unsaved', () => {
    const draft = toDraft(play(editing(), name('Autumn Open')), zone, now)
    const opened = createTournamentForm(saved, draft, zone)
    expect(opened.values.name).toBe('Autumn Open')
    expect(opened).toMatchObject({ theirs: null, restoredFrom: now.toISOString() })
  })

  test('with a choice to make when something else has been saved since the draft', () => {
    const draft = toDraft(play(editing(), name('Autumn Open')), zone, now)
    expect(createTournamentForm(theirs, draft, zone)).toMatchObject({
      values: { name: 'Autumn Open' },
      theirs,
    })
  })

  test('with the same start where clocks show another time', () => {
    const draft = toDraft(play(fresh(), { type: 'begin', start: feedStart }), zone, now)
    expect(createTournamentForm(null, draft, 'Europe/Berlin').values.start.time).toBe('13:45')
  })
})

describe('the feed fills in name and start', () => {
  test('where nothing was typed', () => {
    expect(play(fresh(), prefill('Spring Open')).values).toMatchObject({
      name: 'Spring Open',
      start: feedStart,
    })
  })

  test('again where it had filled them in', () => {
    const other = play(
      fresh(),
      prefill('Spring Open'),
      prefill('Summer Open', { ...feedStart, time: '08:00' }),
    )
    expect(other.values).toMatchObject({ name: 'Summer Open', start: { time: '08:00' } })
  })

  test('never over what was typed', () => {
    const mine: StartValue = { ...feedStart, time: '09:00' }
    const typed = play(fresh(), name('Our Open'), { type: 'begin', start: mine }, prefill('Spring Open'))
    expect(typed.values).toMatchObject({ name: 'Our Open', start: mine })
    const changed = play(fresh(), prefill('Spring Open'), name('Our Open'), prefill('Summer Open', null))
    expect(changed.values).toMatchObject({ name: 'Our Open', start: feedStart })
  })
})

describe('a tournament form shows', () => {
  test('no fault before it was sent, and every fault after an invalid submit', () => {
    expect(listVisibleErrors(fresh(), limits).size).toBe(0)
    const sent = play(fresh(), { type: 'touch-all' })
    expect([...listVisibleErrors(sent, limits).keys()]).toEqual(tournamentFields)
  })

  test('what the server refused at its field, and of a golfer at his tier, until that changes', () => {
    const refused = play(editing(), {
      type: 'refused',
      tiersSent: [0, 0, 1],
      errors: [
        { field: 'name', message: 'must be plain text' },
        { field: 'players.2.espnId', message: 'Player B1 is listed twice' },
        { field: 'players', message: 'Player D9 is missing' },
      ],
    })
    expect([...listVisibleErrors(refused, limits)]).toEqual([
      ['name', 'Must be plain text.'],
      ['tiers.1', 'Player B1 is listed twice.'],
    ])
    expect(refused.refused.lists).toEqual(['Player D9 is missing'])
    const changed = play(refused, { type: 'list', tier: 1, text: 'Player B2' }, name('Open'))
    expect(listVisibleErrors(changed, limits).size).toBe(0)
    expect(changed.refused.lists).toEqual([])
  })
})

test.each([
  ['', 'Enter the id of the tournament.'],
  ['12a4', 'The id is a number: digits only.'],
  ['123', 'The id has 4 digits or more.'],
  ['1234', undefined],
])('an id is four digits or more: "%s"', (espnId, error) => {
  expect(listErrors({ ...emptyValues, espnId }, limits).get('espnId')).toBe(error)
})

test('once it has started the start can be earlier and not later', () => {
  const late = { zone, latestStart: saved.content.start }
  const faultAt = (time: string) =>
    listErrors({ ...saved.values, start: { ...feedStart, time } }, late).get('start')
  expect([faultAt('07:44'), faultAt('07:45')]).toEqual([undefined, undefined])
  expect(faultAt('07:46')).toMatch(/cannot be moved to later/)
})

test('four lists from one text can be undone', () => {
  const typed = play(fresh(), { type: 'list', tier: 0, text: 'a table' })
  const spread = play(typed, { type: 'spread', texts: ['A', 'B', 'C', 'D'] })
  expect(spread.values.tiers).toEqual(['A', 'B', 'C', 'D'])
  expect(play(spread, { type: 'undo-spread' }).values.tiers).toEqual(['a table', '', '', ''])
  const later = play(spread, { type: 'list', tier: 1, text: 'Bb' })
  expect(play(later, { type: 'undo-spread' })).toEqual(later)
})

describe('of two versions', () => {
  const conflict = () => play(editing(), name('Autumn Open'), { type: 'saved-elsewhere', theirs })

  test('the input stays until one is chosen, and the other can be loaded', () => {
    expect(conflict().values.name).toBe('Autumn Open')
    const loaded = play(conflict(), { type: 'take-elsewhere' })
    expect(loaded).toMatchObject({ saved: theirs, values: theirs.values, theirs: null })
  })

  test('the difference of a list is told by its names', () => {
    expect(describeListDifference('A\nB', 'B\nC')).toBe('with C; without A')
    expect(describeListDifference('A\nB', 'B\nA')).toBe('the same names in another order')
  })
})

describe('what is sent', () => {
  test('for a new tournament has no id and nothing it was read as', () => {
    const values = { ...saved.values, start: feedStart, name: ' Spring Open ' }
    const submission = toSubmission(values, null, saved.content.players, zone)
    expect(submission).toMatchObject({ id: 0, name: 'Spring Open', start: '2026-04-09T11:45:00.000Z' })
    expect(tournamentSubmission.parse(submission)).toEqual(submission)
  })

  test('for a change keeps the start to the second when it was not touched, and says what it was read as', () => {
    const submission = toSubmission({ ...saved.values, name: 'Open' }, saved, saved.content.players, zone)
    expect(submission).toMatchObject({ id: 1, name: 'Open', start: saved.content.start })
    expect(submission?.basedOn).toMatchObject({ name: 'Spring Open', start: saved.content.start })
    expect(tournamentSubmission.parse(submission)).toEqual(submission)
  })
})
