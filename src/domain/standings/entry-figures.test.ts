import { describe, expect, it, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { toRoundStart } from '#domain/field/earlier-field.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import { buildField, buildFieldOf, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildTournament } from '#test/support/build-tournament.ts'
import {
  gapOfRow,
  placesGained,
  shownTotalOfEntry,
  todayOfEntry,
  toEarlierStandings,
  toGapText,
  toOutText,
  toOutWord,
  toRoundStartText,
  toScoresText,
} from './entry-figures.ts'
import { lineOfRow, type Standings, scorePool, standingAt } from './standings.ts'

/** One person: rows 0 to 2 hold the first, second and third golfers of every tier. */
const pool = createPool(buildTournament({ entries: [buildEntry()] }))

const standingsOf = (scores: readonly (number | 'DNF')[]): Standings => scorePool(pool, buildFieldOf(scores))
const standingOf = (standings: Standings, row: number) => standingAt(standings, lineOfRow(standings, row))
const gapsOf = (standings: Standings) => [0, 1, 2].map((row) => gapOfRow(standings, row))

/** Golfers in the order of their ids, at par in every respect unless `overrides` says otherwise. */
function fieldOf(overrides: Readonly<Record<number, Partial<Golfer>>>): Field {
  return buildField({
    golfersScores: buildPlayers().map((player) => buildGolferOf(player, overrides[player.id])),
  })
}

describe('the gap of an entry', () => {
  it('is measured to the leader and to the next place', () => {
    // Entry 1 has -12, entry 2 -3, entry 3 E; the fourth golfer of each is dropped.
    const standings = standingsOf([-4, -1, 0, -4, -1, 0, -4, -1, 0, 9, 9, 9])
    expect(gapsOf(standings)).toEqual([
      { kind: 'leads', by: 9 },
      { kind: 'behind', strokes: 9, next: { place: 1, strokes: 9 } },
      { kind: 'behind', strokes: 12, next: { place: 2, strokes: 3 } },
    ])
    expect(gapsOf(standings).map((gap) => gap && toGapText(gap))).toEqual(['9 ahead', '9 back', '12 back'])
  })

  it('states that the lead is shared', () => {
    const gap = gapOfRow(standingsOf([0, 0, 5, 0, 0, 5, 0, 0, 5, 9, 9, 9]), 0)
    expect(gap).toEqual({ kind: 'shares-lead' })
    expect(gap && toGapText(gap)).toBe('tied')
  })

  it('is unknown for an entry that is out, and a lead over nobody has no size', () => {
    const standings = standingsOf([-4, 'DNF', 'DNF', -4, 'DNF', 'DNF', -4, 0, 0, 9, 0, 0])
    expect(gapsOf(standings)).toEqual([{ kind: 'leads', by: null }, null, null])
    expect(toGapText({ kind: 'leads', by: null })).toBe('leads')
  })
})

describe('places gained', () => {
  const before = standingsOf([0, -1, -2, 0, -1, -2, 0, -1, -2, 9, 9, 9])
  const now = standingsOf([-5, -1, -2, 0, -1, -2, 0, -1, -2, 9, 9, 9])

  it('are positive for a climb and negative for a fall', () => {
    expect([0, 1, 2].map((row) => placesGained(before, now, row))).toEqual([1, -1, 0])
  })

  it('are unknown without earlier standings, between pools, and for an entry that is out', () => {
    const other = scorePool(createPool(buildTournament({ entries: [buildEntry()] })), buildFieldOf([]))
    const out = standingsOf(['DNF', -1, -2, 'DNF', -1, -2, 0, -1, -2, 9, 9, 9])
    expect(placesGained(null, now, 0)).toBeNull()
    expect(placesGained(other, now, 0)).toBeNull()
    expect(placesGained(before, out, 0)).toBeNull()
  })
})

describe('the standings when the round began', () => {
  const round = buildField({ currentRound: 2 })
  const playing = { round2Score: '35' }
  const atStart = (now: Standings) => toEarlierStandings(now, toRoundStartText(now.golfers, round))

  test('have the scores without today’s', () => {
    const now = scorePool(
      pool,
      fieldOf({
        1: { relativeScore: -6, currentRoundScore: '-6', ...playing },
        2: { relativeScore: -3, currentRoundScore: '+2', ...playing },
        3: { relativeScore: -1, currentRoundScore: '--' },
      }),
    )
    const before = atStart(now)
    expect([0, 1, 2].map((row) => before && standingOf(before, row).relativeScore)).toEqual([0, -5, -1])
    const gained = [0, 1, 2].map((row) => placesGained(before, now, row))
    expect(gained).toEqual([2, -1, -1])
    const atRoundStart = scorePool(pool, toRoundStart({ ...round, golfersScores: now.golfers }))
    expect([0, 1, 2].map((row) => placesGained(atRoundStart, now, row))).toEqual(gained)
  })

  test('include golfers who went out today, but not those who were out before', () => {
    const withdrawnToday = { isDNF: true, position: 'WD', relativeScore: 3, currentRoundScore: '+5', ...playing }
    const cutBefore = { isDNF: true, position: 'CUT', relativeScore: 3, currentRoundScore: '--' }
    const now = scorePool(pool, fieldOf({ 1: withdrawnToday, 2: cutBefore, 4: withdrawnToday, 5: cutBefore }))
    const before = atStart(now)
    expect([0, 1].map((row) => before && standingOf(before, row).isDisqualified)).toEqual([false, true])
  })

  test('are null in the first round, also if a score to par is corrected', () => {
    const correction = { fields: ['toPar'], reason: '', by: '', at: '', toParDifference: -1 }
    const now = scorePool(pool, fieldOf({ 1: { relativeScore: -4, currentRoundScore: '-3', correction } }))
    expect(toEarlierStandings(now, toRoundStartText(now.golfers, buildField()))).toBeNull()
  })

  test('are rebuilt from the scores of an earlier visit, unless the pool has other golfers since', () => {
    const seen = standingsOf([-5, -1, -2, 0, 'DNF', -2, 0, -1, -2, 9, 9, 9])
    const now = standingsOf([-6, -4, -2, 0, 'DNF', -2, 0, -1, -2, 9, 9, 9])
    const before = toEarlierStandings(now, toScoresText(seen.golfers))
    expect([0, 1, 2].map((row) => placesGained(before, now, row))).toEqual(
      [0, 1, 2].map((row) => placesGained(seen, now, row)),
    )
    expect(toEarlierStandings(now, '-5,-1')).toBeNull()
  })

  test('have a text that changes per round, not per stroke', () => {
    const textOf = (relativeScore: number, currentRoundScore: string) =>
      toRoundStartText(fieldOf({ 1: { relativeScore, currentRoundScore, ...playing } }).golfersScores, round)
    expect(textOf(-4, '-1')).toBe(textOf(-5, '-2'))
    expect(textOf(-4, '-1')).not.toBe(textOf(-4, '--'))
  })
})

describe('today', () => {
  const today = (overrides: Readonly<Record<number, Partial<Golfer>>>) =>
    todayOfEntry(standingOf(scorePool(pool, fieldOf(overrides)), 0))

  it('adds up the golfers who count and have teed off', () => {
    expect(
      today({
        1: { currentRoundScore: '-3' },
        4: { currentRoundScore: '+1' },
        7: { currentRoundScore: '--' },
        10: { currentRoundScore: '-9', relativeScore: 8 },
      }),
    ).toBe(-2)
  })

  it('is unknown before anyone has teed off and for an entry that is out', () => {
    const waiting = { currentRoundScore: '--' }
    const out = { isDNF: true }
    expect(today({ 1: waiting, 4: waiting, 7: waiting, 10: waiting })).toBeNull()
    expect(today({ 1: out, 4: out })).toBeNull()
  })
})

describe('the total of an entry', () => {
  const total = (overrides: Readonly<Record<number, Partial<Golfer>>>) =>
    shownTotalOfEntry(standingOf(scorePool(pool, fieldOf(overrides)), 0), 70)

  it('adds up the totals of the golfers who count, as they are shown', () => {
    const scores = { 1: -3, 4: -1, 7: 2, 10: 8 }
    const overrides = Object.fromEntries(
      Object.entries(scores).map(([id, relativeScore]) => [id, { relativeScore, total: 140 + relativeScore }]),
    )
    expect(total(overrides)).toBe(137 + 139 + 142)
  })

  it('is hidden while that of a golfer who counts is, and for an entry that is out', () => {
    const underWay = { thru: '9', round1Score: '70', round2Score: '33', total: 103 }
    expect(total({ 1: { ...underWay, relativeScore: -4 } })).toBeNull()
    expect(total({ 10: { ...underWay, relativeScore: 9 } })).toBe(210)
    expect(total({ 1: { isDNF: true }, 4: { isDNF: true } })).toBeNull()
  })
})

describe('why an entry is out', () => {
  const reason = (positions: readonly string[], toReason?: typeof toOutWord) => {
    const overrides = Object.fromEntries(positions.map((position, index) => [1 + index * 3, { isDNF: true, position }]))
    return toOutText(standingOf(scorePool(pool, fieldOf(overrides)), 0), toReason)
  }

  test.each([
    [['CUT'], null],
    [['CUT', 'CUT'], 'out: 2 missed the cut'],
    [['CUT', 'WD', 'CUT'], 'out: 2 missed the cut, 1 withdrew'],
    [['DQ', 'MDF'], 'out: 1 disqualified, 1 did not finish'],
    [['DNS', '--'], 'out: 1 did not start, 1 not in the field'],
  ])('%j', (positions, text) => {
    expect(reason(positions)).toBe(text)
  })

  test('is short where there is little room', () => {
    expect(reason(['CUT', 'DQ', 'CUT', '--'], toOutWord)).toBe('out: 2 CUT, 1 DQ, 1 no data')
  })
})
