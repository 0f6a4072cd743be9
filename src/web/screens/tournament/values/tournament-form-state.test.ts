import { describe, expect, test } from 'vitest'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import type { StartValue } from './start-value.ts'
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
  countChanges,
  describeListDifference,
  emptyValues,
  listErrors,
  toSavedTournament,
  toSubmission,
  tournamentFields,
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
const savedElsewhere = toSavedTournament({ ...message, name: 'Summer Open' }, zone)
const limits = { zone, latestStart: undefined }
const now = new Date('2026-04-08T10:00:00Z')
const feedStart: StartValue = { date: '2026-04-09', time: '07:45', isSecond: false }

function play(state: TournamentFormState, ...actions: TournamentFormAction[]): TournamentFormState {
  return actions.reduce(tournamentFormReducer, state)
}

const name = (text: string): TournamentFormAction => ({ type: 'change-text', field: 'name', text })
const prefill = (text: string, start: StartValue | null = feedStart): TournamentFormAction => ({
  type: 'prefill',
  name: text,
  start,
})
const fresh = () => createTournamentForm(null, undefined, zone)
const editing = () => createTournamentForm(saved, undefined, zone)

describe('a tournament form opens', () => {
  test('empty for a new tournament, and with the saved content for an existing one', () => {
    expect(fresh().values).toEqual(emptyValues)
    expect(editing().values.tiers[1]).toBe('Player B1\nPlayer B2\nPlayer B3')
    expect([hasUnsavedChanges(fresh()), hasUnsavedChanges(editing())]).toEqual([false, false])
  })

  test('with unsaved changes', () => {
    const draft = toDraft(play(editing(), name('Autumn Open')), zone, now)
    const opened = createTournamentForm(saved, draft, zone)
    expect(opened.values.name).toBe('Autumn Open')
    expect(opened).toMatchObject({ conflict: null, restoredFrom: now.toISOString() })
  })

  test('with a conflict when another version has been saved since the draft', () => {
    const draft = toDraft(play(editing(), name('Autumn Open')), zone, now)
    expect(createTournamentForm(savedElsewhere, draft, zone)).toMatchObject({
      values: { name: 'Autumn Open' },
      conflict: savedElsewhere,
    })
  })

  test('with the same start in another time zone', () => {
    const draft = toDraft(play(fresh(), { type: 'change-start', start: feedStart }), zone, now)
    expect(createTournamentForm(null, draft, 'Europe/Berlin').values.start.time).toBe('13:45')
  })
})

describe('the feed prefills name and start', () => {
  test('where they are empty', () => {
    expect(play(fresh(), prefill('Spring Open')).values).toMatchObject({
      name: 'Spring Open',
      start: feedStart,
    })
  })

  test('again where it prefilled them before', () => {
    const other = play(fresh(), prefill('Spring Open'), prefill('Summer Open', { ...feedStart, time: '08:00' }))
    expect(other.values).toMatchObject({ name: 'Summer Open', start: { time: '08:00' } })
  })

  test('never over what the organiser typed', () => {
    const mine: StartValue = { ...feedStart, time: '09:00' }
    const typed = play(fresh(), name('Our Open'), { type: 'change-start', start: mine }, prefill('Spring Open'))
    expect(typed.values).toMatchObject({ name: 'Our Open', start: mine })
    const changed = play(fresh(), prefill('Spring Open'), name('Our Open'), prefill('Summer Open', null))
    expect(changed.values).toMatchObject({ name: 'Our Open', start: feedStart })
  })
})

describe('a tournament form shows', () => {
  test('no errors before it is submitted, and every error after an invalid submit', () => {
    expect(listVisibleErrors(fresh(), limits).size).toBe(0)
    const sent = play(fresh(), { type: 'touch-all' })
    expect([...listVisibleErrors(sent, limits).keys()]).toEqual(tournamentFields)
  })

  test('what the server rejected at its field, a golfer at their tier, until it changes', () => {
    const rejected = play(editing(), {
      type: 'rejected',
      tiersSent: [0, 0, 1],
      errors: [
        { field: 'name', message: 'must be plain text' },
        { field: 'players.2.espnId', message: 'Player B1 is listed twice' },
        { field: 'players', message: 'Player D9 is missing' },
      ],
    })
    expect([...listVisibleErrors(rejected, limits)]).toEqual([
      ['name', 'Must be plain text.'],
      ['tiers.1', 'Player B1 is listed twice.'],
    ])
    expect(rejected.serverErrors.lists).toEqual(['Player D9 is missing'])
    const changed = play(rejected, { type: 'change-tier', tier: 1, text: 'Player B2' }, name('Open'))
    expect(listVisibleErrors(changed, limits).size).toBe(0)
    expect(changed.serverErrors.lists).toEqual([])
  })
})

test.each([
  ['', 'Enter the id of the tournament.'],
  ['12a4', 'The id is a number: digits only.'],
  ['123', 'The id must have at least 4 digits.'],
  ['1234', undefined],
])('an id has at least four digits: "%s"', (espnId, error) => {
  expect(listErrors({ ...emptyValues, espnId }, limits).get('espnId')).toBe(error)
})

test('a tournament that has started can be moved earlier but not later', () => {
  const late = { zone, latestStart: saved.content.start }
  const errorAt = (time: string) => listErrors({ ...saved.values, start: { ...feedStart, time } }, late).get('start')
  expect([errorAt('07:44'), errorAt('07:45')]).toEqual([undefined, undefined])
  expect(errorAt('07:46')).toMatch(/can't be moved later/)
})

test('splitting one text into four lists can be undone', () => {
  const typed = play(fresh(), { type: 'change-tier', tier: 0, text: 'a table' })
  const split = play(typed, { type: 'rearrange', texts: ['A', 'B', 'C', 'D'], said: 'Split.' })
  expect(split.values.tiers).toEqual(['A', 'B', 'C', 'D'])
  expect(play(split, { type: 'undo' }).values.tiers).toEqual(['a table', '', '', ''])
  const later = play(split, { type: 'change-tier', tier: 1, text: 'Bb' })
  expect(play(later, { type: 'undo' })).toEqual(later)
})

test('other ranks of the same lists are a change, which can be undone and is stored as a draft', () => {
  const texts = saved.values.tiers
  const ids = saved.content.players.map(({ espnId }) => espnId)
  const proposeWith = (ranks: Record<string, number>) =>
    play(editing(), { type: 'rearrange', texts, said: 'Proposed.', ranks })
  const ranked = proposeWith(Object.fromEntries(ids.map((id, index) => [id, index + 1])))
  expect(hasUnsavedChanges(ranked)).toBe(true)
  expect(countChanges(ranked.values, saved.values)).toBe(1)
  expect(hasUnsavedChanges(play(ranked, { type: 'undo' }))).toBe(false)
  expect(createTournamentForm(saved, toDraft(ranked, zone, now), zone).values.ranks).toEqual(ranked.values.ranks)
  const submission = toSubmission(ranked.values, saved, saved.content.players, zone)
  expect(submission?.players[0]?.rank).toBe(1)

  // Without any ranks, none are sent.
  const other = play(ranked, { type: 'saved', saved: { ...saved, values: ranked.values } })
  expect(hasUnsavedChanges(other)).toBe(false)
  expect(hasUnsavedChanges(play(other, { type: 'rearrange', texts, said: 'Proposed.', ranks: {} }))).toBe(false)
})

describe('when another version was saved elsewhere', () => {
  const conflict = () => play(editing(), name('Autumn Open'), { type: 'conflict', conflict: savedElsewhere })

  test("the organiser's changes stay until they choose, and the other version can be loaded", () => {
    expect(conflict().values.name).toBe('Autumn Open')
    const loaded = play(conflict(), { type: 'load-saved' })
    expect(loaded).toMatchObject({ saved: savedElsewhere, values: savedElsewhere.values, conflict: null })
  })

  test('the difference between two lists is described by names', () => {
    expect(describeListDifference('A\nB', 'B\nC')).toBe('with C; without A')
    expect(describeListDifference('A\nB', 'B\nA')).toBe('same names in a different order')
  })
})

describe('a submission', () => {
  test('of a new tournament has no id and no base version', () => {
    const values = { ...saved.values, start: feedStart, name: ' Spring Open ' }
    const submission = toSubmission(values, null, saved.content.players, zone)
    expect(submission).toMatchObject({ id: 0, name: 'Spring Open', start: '2026-04-09T11:45:00.000Z' })
    expect(tournamentSubmission.parse(submission)).toEqual(submission)
  })

  test('of a change keeps an untouched start to the second, and names its base version', () => {
    const submission = toSubmission({ ...saved.values, name: 'Open' }, saved, saved.content.players, zone)
    expect(submission).toMatchObject({ id: 1, name: 'Open', start: saved.content.start })
    expect(submission?.basedOn).toMatchObject({ name: 'Spring Open', start: saved.content.start })
    expect(tournamentSubmission.parse(submission)).toEqual(submission)
  })
})
