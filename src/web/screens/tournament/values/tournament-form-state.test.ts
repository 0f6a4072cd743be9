import { describe, expect, test } from 'vitest'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { emptyFee } from '#domain/payments/fee.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { countUnsaved, createForm, listVisibleErrors, touch } from '#web/forms/form-state.ts'
import type { StartValue } from './start-value.ts'
import {
  prefill as prefillForm,
  rearrange,
  rejectTournament,
  type TournamentFormState,
  tournamentFormKind,
  undoRearrangement,
  withFee,
  withStart,
  withText,
  withTierText,
} from './tournament-form-state.ts'
import {
  countChanges,
  describeListDifference,
  emptyValues,
  listErrors,
  requiredCount,
  type TournamentValues,
  toSavedTournament,
  toSubmission,
  tournamentFields,
} from './tournament-values.ts'

const zone = 'America/New_York'
const { players, trueAnswers: _, ...head } = buildTournament({ start: '2026-04-09T11:45:30.000Z' })
const message = {
  ...head,
  tiebreakers: [...head.tiebreakers] as [string, string],
  players: [...players],
  entries: [],
}
const saved = toSavedTournament(message, zone)
const savedElsewhere = toSavedTournament({ ...message, name: 'Summer Open' }, zone)
const limits = { zone, fixed: null }
const now = new Date('2026-04-08T10:00:00Z')
const feedStart: StartValue = { date: '2026-04-09', time: '07:45', isSecond: false }

const kind = tournamentFormKind(zone)

type Edit = (state: TournamentFormState) => TournamentFormState

function play(state: TournamentFormState, ...edits: Edit[]): TournamentFormState {
  return edits.reduce((edited, edit) => edit(edited), state)
}

const name =
  (text: string): Edit =>
  (state) =>
    withText(state, 'name', text)
const prefill =
  (text: string, start: StartValue | null = feedStart): Edit =>
  (state) =>
    prefillForm(state, { name: text, start })
const fresh = () => kind.open(null)
const editing = () => kind.open(saved)
const errorsOf = (state: TournamentFormState) => listVisibleErrors(state, listErrors(state.values, limits))
const isDirty = (state: TournamentFormState) => countUnsaved(kind, state) > 0

describe('the fee', () => {
  const fee = { ...emptyFee, price: '20 USD', payouts: '1st: 100 %' }
  const withSaved = toSavedTournament({ ...message, fee }, zone)
  const sentFee = (state: TournamentFormState) => toSubmission(state.values, state.saved, [], zone)?.fee

  test('is sent as typed, is left alone where there is none, and is removed by an empty price', () => {
    expect(sentFee(editing())).toBeUndefined()
    expect(sentFee(withFee(editing(), fee))).toEqual(fee)
    expect(sentFee(withFee(kind.open(withSaved), emptyFee))).toBeNull()
    expect(isDirty(withFee(kind.open(withSaved), { ...fee, isPerEntry: true }))).toBe(true)
  })

  test('must be readable once there is one', () => {
    const errors = (changes: object) => {
      const found = listErrors(withFee(editing(), { ...fee, ...changes }).values, limits)
      return [found.get('fee.price'), found.get('fee.payouts')]
    }
    expect(errors({})).toEqual([undefined, undefined])
    expect(errors({ price: '' })[0]).toBe('Enter the fee.')
    expect(errors({ payouts: '1st: 101 %' })[1]).toMatch('more than all')
  })
})

describe('house rules', () => {
  const rules = '# Prizes\n\nThe winner takes **all**.'
  const withSaved = toSavedTournament({ ...message, houseRules: rules }, zone)
  const withRules = (state: TournamentFormState, text: string) => withText(state, 'houseRules', text)
  const sent = (state: TournamentFormState) => toSubmission(state.values, state.saved, [], zone)

  test('are sent as typed and are emptied, and the edit says what it is based on', () => {
    expect(sent(withRules(editing(), rules))).toMatchObject({ houseRules: rules, basedOn: { houseRules: '' } })
    expect(sent(withRules(kind.open(withSaved), ''))).toMatchObject({ houseRules: '', basedOn: { houseRules: rules } })
    expect(isDirty(withRules(kind.open(withSaved), 'Other'))).toBe(true)
  })

  test('have a limit, which is said with what is typed', () => {
    const errors = listErrors(withRules(editing(), 'x'.repeat(4001)).values, limits)
    expect(errors.get('houseRules')).toBe('Use at most 4000 characters (currently 4001).')
  })
})

describe('a tournament form opens', () => {
  test('empty for a new tournament, and with the saved content for an existing one', () => {
    expect(fresh().values).toEqual(emptyValues)
    expect(editing().values.tiers[1]).toBe('Player B1\nPlayer B2\nPlayer B3')
    expect([isDirty(fresh()), isDirty(editing())]).toEqual([false, false])
  })

  test('with unsaved changes', () => {
    const draft = kind.toDraft(play(editing(), name('Autumn Open')), now)
    const opened = createForm(kind, saved, draft)
    expect(opened.values.name).toBe('Autumn Open')
    expect(opened).toMatchObject({ conflict: null, restoredFrom: now.toISOString() })
  })

  test('with a fee that an earlier version has kept without the newer choices', () => {
    const { countsPaid: _, ...earlierFee } = emptyFee
    const draft = kind.toDraft(play(editing(), name('Autumn Open')), now)
    const earlier = { ...draft, values: { ...draft.values, fee: earlierFee } } as typeof draft
    expect(createForm(kind, saved, earlier).values.fee).toEqual(emptyFee)
  })

  test('with a conflict when another version has been saved since the draft', () => {
    const draft = kind.toDraft(play(editing(), name('Autumn Open')), now)
    expect(createForm(kind, savedElsewhere, draft)).toMatchObject({
      values: { name: 'Autumn Open' },
      conflict: savedElsewhere,
    })
  })

  test('with the same start in another time zone', () => {
    const draft = kind.toDraft(withStart(fresh(), feedStart), now)
    expect(createForm(tournamentFormKind('Europe/Berlin'), null, draft).values.start.time).toBe('13:45')
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
    const typed = play(withStart(fresh(), mine), name('Our Open'), prefill('Spring Open'))
    expect(typed.values).toMatchObject({ name: 'Our Open', start: mine })
    const changed = play(fresh(), prefill('Spring Open'), name('Our Open'), prefill('Summer Open', null))
    expect(changed.values).toMatchObject({ name: 'Our Open', start: feedStart })
  })
})

describe('a tournament form shows', () => {
  test('no errors before it is submitted, and every error after an invalid submit', () => {
    expect(errorsOf(fresh()).size).toBe(0)
    const sent = touch(fresh(), tournamentFields)
    expect([...errorsOf(sent).keys()]).toEqual(tournamentFields.slice(0, requiredCount))
  })

  test('what the server rejected at its field, a golfer at their tier, until it changes', () => {
    const rejected = rejectTournament(
      editing(),
      [
        { field: 'name', message: 'must be plain text' },
        { field: 'players.2.espnId', message: 'Player B1 is listed twice' },
        { field: 'players', message: 'Player D9 is missing' },
      ],
      [0, 0, 1],
    )
    expect([...errorsOf(rejected)]).toEqual([
      ['name', 'Must be plain text.'],
      ['tiers.1', 'Player B1 is listed twice.'],
    ])
    expect(rejected.listErrors).toEqual(['Player D9 is missing'])
    const changed = play(withTierText(rejected, 1, 'Player B2'), name('Open'))
    expect(errorsOf(changed).size).toBe(0)
    expect(changed.listErrors).toEqual([])
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

test('of a tournament that has started, start, questions and tiers have an error where they differ', () => {
  const started = { zone, fixed: saved.values }
  const find = (changes: Partial<TournamentValues>) => [...listErrors({ ...saved.values, ...changes }, started)]
  const reason = 'The tournament has started, so this can’t be changed any more.'
  expect(find({ name: 'Autumn Open', houseRules: 'No gimmes', fee: { ...emptyFee, price: '20 USD' } })).toEqual([])
  for (const time of ['07:44', '07:46']) expect(find({ start: { ...feedStart, time } })[0]?.[1]).toMatch(reason)
  const [first, second] = saved.values.tiebreakers
  expect(find({ tiebreakers: [first, `${second}?`] })).toEqual([['tiebreakers.1', `${reason} It is: ${second}`]])
  const [top, ...others] = saved.values.tiers
  const reversed = top.split('\n').toReversed().join('\n')
  expect(find({ tiers: [reversed, ...others] })).toEqual([['tiers.0', reason]])
})

test('splitting one text into four lists can be undone', () => {
  const typed = withTierText(fresh(), 0, 'a table')
  const split = rearrange(typed, { texts: ['A', 'B', 'C', 'D'], said: 'Split.' })
  expect(split.values.tiers).toEqual(['A', 'B', 'C', 'D'])
  expect(undoRearrangement(split).values.tiers).toEqual(['a table', '', '', ''])
  const later = withTierText(split, 1, 'Bb')
  expect(undoRearrangement(later)).toEqual(later)
})

test('other ranks of the same lists are a change, which can be undone and is stored as a draft', () => {
  const texts = saved.values.tiers
  const ids = saved.content.players.map(({ espnId }) => espnId)
  const proposeWith = (ranks: Record<string, number>) => rearrange(editing(), { texts, said: 'Proposed.', ranks })
  const ranked = proposeWith(Object.fromEntries(ids.map((id, index) => [id, index + 1])))
  expect(isDirty(ranked)).toBe(true)
  expect(countChanges(ranked.values, saved.values)).toBe(1)
  expect(isDirty(undoRearrangement(ranked))).toBe(false)
  expect(createForm(kind, saved, kind.toDraft(ranked, now)).values.ranks).toEqual(ranked.values.ranks)
  const submission = toSubmission(ranked.values, saved, saved.content.players, zone)
  expect(submission?.players[0]?.rank).toBe(1)

  // Without any ranks, none are sent.
  const other = kind.open({ ...saved, values: ranked.values })
  expect(isDirty(other)).toBe(false)
  expect(isDirty(rearrange(other, { texts, said: 'Proposed.', ranks: {} }))).toBe(false)
})

test('the difference between two lists is described by names', () => {
  expect(describeListDifference('A\nB', 'B\nC')).toBe('with C; without A')
  expect(describeListDifference('A\nB', 'B\nA')).toBe('same names in a different order')
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
