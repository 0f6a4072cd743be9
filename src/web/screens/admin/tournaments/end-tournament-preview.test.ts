import { expect, test } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { buildEvent, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { previewEndTournament } from './end-tournament-preview.ts'

const tournament = buildTournament({ entries: [buildEntry()] })
const before = new Date(Date.parse(tournament.start) - 1)
const after = new Date(tournament.start)

/** Entry 1 is the best, entry 2 and 3 have two golfers who are out each. */
function buildBoard(overrides: Partial<Leaderboard> = {}): Leaderboard {
  const { currentRound, golfersScores } = buildFieldOf([
    -5,
    0,
    0,
    -4,
    0,
    0,
    -3,
    'DNF',
    'DNF',
    -2,
    'DNF',
    'DNF',
  ])
  return {
    version: 1,
    timeStamp: tournament.start,
    stale: null,
    currentRound,
    cutline: null,
    event: buildEvent({ completed: true }),
    golfersScores: [...golfersScores],
    ...overrides,
  }
}

test('the places are those that the server works out, disqualified entries without one', () => {
  const preview = previewEndTournament(tournament, buildBoard(), after)
  expect(preview).toMatchObject({ kind: 'places', event: { completed: true }, stale: null })
  expect(preview.kind === 'places' && preview.places).toEqual([{ entryId: 1, places: [1, null, null] }])
})

test('that the event is not over, and that the scores are old, comes with the places', () => {
  const stale = { since: tournament.start, reason: 'It does not answer.' }
  const board = buildBoard({ event: buildEvent({ completed: false }), stale })
  expect(previewEndTournament(tournament, board, after)).toMatchObject({ event: { completed: false }, stale })
})

test('there are no places before the start, without strokes and without entries', () => {
  const nothingPlayed = buildBoard()
  const unplayed = {
    ...nothingPlayed,
    golfersScores: nothingPlayed.golfersScores.map((one) => ({ ...one, total: 0 })),
  }
  expect(previewEndTournament(tournament, buildBoard(), before)).toEqual({ kind: 'none', why: 'not-started' })
  expect(previewEndTournament(tournament, null, after)).toEqual({ kind: 'none', why: 'no-scores' })
  expect(previewEndTournament(tournament, unplayed, after)).toEqual({ kind: 'none', why: 'no-scores' })
  expect(previewEndTournament(buildTournament(), buildBoard(), after)).toEqual({
    kind: 'none',
    why: 'no-entries',
  })
})

test('picks that the server still hides just after the start leave nothing to rank', () => {
  const hidden = buildTournament({ entries: [buildEntry({ selections: [] })] })
  expect(previewEndTournament(hidden, buildBoard(), after)).toEqual({ kind: 'hidden' })
})
