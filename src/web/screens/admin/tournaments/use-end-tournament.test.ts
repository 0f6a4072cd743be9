import { expect, test } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { feedSource } from '#domain/field/field.ts'
import { emptyFee } from '#domain/payments/fee.ts'
import type { Entry, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { buildEvent, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { describeOpenTie, previewEndTournament } from './use-end-tournament.ts'

const tournament = buildTournament({ entries: [buildEntry()] })
const before = new Date(Date.parse(tournament.start) - 1)
const after = new Date(tournament.start)

/** Entry 1 leads; entries 2 and 3 are disqualified, with two golfers out each. */
function buildBoard(overrides: Partial<Leaderboard> = {}): Leaderboard {
  const { currentRound, golfersScores } = buildFieldOf([-5, 0, 0, -4, 0, 0, -3, 'DNF', 'DNF', -2, 'DNF', 'DNF'])
  return {
    version: 1,
    timeStamp: tournament.start,
    stale: null,
    source: feedSource,
    currentRound,
    cutline: null,
    event: buildEvent({ completed: true }),
    golfersScores: [...golfersScores],
    ...overrides,
  }
}

test('previews the server’s places; disqualified entries have none', () => {
  const preview = previewEndTournament(tournament, buildBoard(), after)
  expect(preview).toMatchObject({ kind: 'places', event: { completed: true }, stale: null })
  expect(preview.kind === 'places' && preview.places).toEqual([{ entryId: 1, places: [1, null, null] }])
})

test('an unfinished event and stale scores are reported with the places', () => {
  const stale = { since: tournament.start, reason: 'It does not respond.' }
  const board = buildBoard({ event: buildEvent({ completed: false }), stale })
  expect(previewEndTournament(tournament, board, after)).toMatchObject({ event: { completed: false }, stale })
})

test('there are no places before the start, without strokes and without entries', () => {
  const nothingPlayed = buildBoard()
  const unplayed = {
    ...nothingPlayed,
    golfersScores: nothingPlayed.golfersScores.map((golfer) => ({ ...golfer, total: 0 })),
  }
  expect(previewEndTournament(tournament, buildBoard(), before)).toEqual({ kind: 'none', why: 'not-started' })
  expect(previewEndTournament(tournament, null, after)).toEqual({ kind: 'none', why: 'no-scores' })
  expect(previewEndTournament(tournament, unplayed, after)).toEqual({ kind: 'none', why: 'no-scores' })
  expect(previewEndTournament(buildTournament(), buildBoard(), after)).toEqual({
    kind: 'none',
    why: 'no-entries',
  })
})

test('there are no places while the server still hides the picks just after the start', () => {
  const hidden = buildTournament({ entries: [buildEntry({ selections: [] })] })
  expect(previewEndTournament(hidden, buildBoard(), after)).toEqual({ kind: 'hidden' })
})

const toPerson = (id: number, entry: Partial<Entry> = {}) => buildEntry({ id, name: `Person ${id}`, ...entry })

const describeTies = (changes: Partial<TournamentWithEntries>) =>
  describeOpenTie(
    { tournament: { ...buildTournament(), active: false, ...changes }, board: buildBoard() } as never,
    after,
  )

test('a shared place is open until it is decided: the first, in words or by the answers; with money on it by the answers only', () => {
  const fee = { ...emptyFee, price: '$10', payouts: '1st: 100%' }
  const entries = [toPerson(1), toPerson(2, { tiebreakers: ['-11', '63'] })]
  const describe = (changes: Partial<TournamentWithEntries>) => describeTies({ entries, ...changes })
  const shared = '2 people share the first place.'
  const prizes =
    'The answers decide who gets which prize of those who tie for 1st. Until the organisers give the true answers, they share.'
  expect(describe({})).toBe(shared)
  expect(describe({ fee })).toBe(shared)
  expect(describe({ decision: 'Person 2 wins' })).toBe('')
  expect(describe({ trueAnswers: ['', '62'] })).toBe('')
  const byAnswers = { fee: { ...fee, tiesByAnswers: true } }
  expect(describe(byAnswers)).toBe(prizes)
  expect(describe({ ...byAnswers, decision: 'Person 2 wins' })).toBe(prizes)
  expect(describe({ ...byAnswers, trueAnswers: ['277', ''] })).toBe('')
  expect(describe({ entries: entries.slice(0, 1) })).toBe('')
})

test('every tie for a place with a prize is open until the answers order it, unless prizes are split', () => {
  const fee = { ...emptyFee, price: '$10', payouts: '1st: 60%\n2nd: 40%', tiesByAnswers: true }
  const selections = buildSelections([2, 5, 7, 10], [1, 4, 8, 11], [3, 6, 9, 12])
  const second = (id: number, tiebreakers: Entry['tiebreakers']) => toPerson(id, { selections, tiebreakers })
  const entries = [toPerson(1), second(2, ['277', '62']), second(3, ['277', '64'])]
  expect(describeTies({ entries, fee })).toBe(
    'The answers decide who gets which prize of those who tie for 2nd. Until the organisers give the true answers, they share.',
  )
  expect(describeTies({ entries, fee, trueAnswers: ['277', ''] })).toBe(
    'The prizes of those who tie go by the answers (277). T2: Person 2 and Person 3, who are level.',
  )
  expect(describeTies({ entries, fee, trueAnswers: ['277', '63'] })).toBe('')
  expect(describeTies({ entries, fee: { ...fee, payouts: '1st: 100%' } })).toBe('')
  expect(describeTies({ entries, fee: { ...fee, tiesByAnswers: false } })).toBe('')
})
