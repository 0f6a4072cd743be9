import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { type Standings, scorePool } from './standings.ts'
import { toTabTitle } from './tab-title.ts'

type Score = number | 'DNF'

/**
 * The user (id 1) picks the first golfer of each tier for all entries, the rival the second; both have even par
 * but for the scores of their golfers in tier A, who are never dropped at even par or better.
 */
function standingsOf(own: Score, rivals: Score): Standings {
  const selections = (order: number) => {
    const picks = [1, 4, 7, 10].map((id) => id + order)
    return buildSelections(picks, picks, picks)
  }
  const entries = [buildEntry({ id: 1, selections: selections(0) }), buildEntry({ id: 2, selections: selections(1) })]
  const isOut = (score: Score): Score => (score === 'DNF' ? 'DNF' : 0)
  const scores = [own, rivals, 0, isOut(own), isOut(rivals), 0, 0, 0, 0, 0, 0, 0]
  return scorePool(createPool(buildTournament({ entries })), buildFieldOf(scores))
}

const titleOf = (standings: Standings, currentRound: number, userId = 1): string =>
  toTabTitle({ standings, userId, currentRound, tournamentName: 'Spring Open' })

const alone = scorePool(createPool(buildTournament({ entries: [buildEntry()] })), buildFieldOf(Array(12).fill(0)))

describe('the tab title before round 4', () => {
  test("shows the positions of the user's entries in entry order", () => {
    const field = buildFieldOf([0, -3, 'DNF', 0, 0, 'DNF', 0, 0, 0, 0, 0, 0])
    const standings = scorePool(createPool(buildTournament({ entries: [buildEntry()] })), field)
    expect(titleOf(standings, 3)).toBe('2, 1, -- - Spring Open - Player Pool')
  })

  test('shows tied positions', () => {
    expect(titleOf(standingsOf(-1, -2), 0)).toBe('T4, T4, T4 - Spring Open - Player Pool')
  })

  test('shows a user without rivals the positions among their own entries', () => {
    expect(titleOf(alone, 1)).toBe('T1, T1, T1 - Spring Open - Player Pool')
  })

  test('is the plain title for a user without entries', () => {
    expect(titleOf(alone, 1, 99)).toBe('Spring Open - Player Pool')
  })
})

describe('the tab title from round 4 on', () => {
  test.each([
    [-3, -1, 4, '2 shot lead'],
    [-2, -1, 4, '1 shot lead'],
    [-2, -2, 4, 'Tied for lead'],
    [-1, -2, 4, '1 shot back'],
    [-1, -9, 4, '8 shots back'],
    [-1, -9, 5, '8 shots back'],
    [0, 'DNF', 4, undefined],
    ['DNF', 0, 4, undefined],
    ['DNF', 'DNF', 4, undefined],
  ] as const)('with own best %s against %s in round %i says %s', (own, rivals, round, summary) => {
    const title = summary === undefined ? 'Spring Open - Player Pool' : `${summary} - Spring Open - Player Pool`
    expect(titleOf(standingsOf(own, rivals), round)).toBe(title)
  })

  test("compares with the best of all others, past the user's own entries", () => {
    const selections = buildSelections([1, 4, 7, 10], [2, 4, 7, 10], [3, 4, 7, 10])
    const rivals = buildSelections([3, 5, 8, 11], [3, 5, 8, 11], [3, 5, 8, 11])
    const entries = [buildEntry({ id: 1, selections }), buildEntry({ id: 2, selections: rivals })]
    const field = buildFieldOf([-9, -8, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    const standings = scorePool(createPool(buildTournament({ entries })), field)
    expect(titleOf(standings, 4)).toBe('7 shot lead - Spring Open - Player Pool')
    expect(titleOf(standings, 4, 2)).toBe('7 shots back - Spring Open - Player Pool')
  })

  test('is the plain title for a user without rivals or without an entry', () => {
    expect(titleOf(alone, 4)).toBe('Spring Open - Player Pool')
    expect(titleOf(alone, 4, 99)).toBe('Spring Open - Player Pool')
  })
})

test('there is a tab title for every pool, user and round', () => {
  const titles =
    /^((T?\d+|--)(, (T?\d+|--)){2} - |Tied for lead - |\d+ shot lead - |1 shot back - |\d+ shots back - )?Spring Open - Player Pool$/
  fc.assert(
    fc.property(
      poolCases,
      fc.integer({ min: 99, max: 110 }),
      fc.integer({ min: 0, max: 5 }),
      ({ tournament, field }, userId, round) => {
        expect(titleOf(scorePool(createPool(tournament), field), round, userId)).toMatch(titles)
      },
    ),
  )
})
