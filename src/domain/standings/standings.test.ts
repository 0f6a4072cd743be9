import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { buildField, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import {
  findBestStandingOfUser,
  type Standing,
  type Standings,
  scorePool,
  standingAt,
  standingsOfUser,
} from './standings.ts'

const out = 'DNF'

const standingsOf = (field: Field, ...entries: Entry[]): Standings =>
  scorePool(createPool(buildTournament({ entries })), field)

const linesOf = (standings: Standings): Standing[] =>
  Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))

const summary = (standing: Standing): string => `${standing.position} ${standing.displayName} ${standing.toPar}`

describe('the standings', () => {
  /*
   * By hand, with golfers 1 to 12 at these scores, tier by tier:
   *   A: -8 -5 -2   B: -4 -4 +1   C: 0 -1 +3   D: +2 DNF DNF
   * Ann 1 picks 1, 4, 7, 10: -8 -4  0 +2, drops +2:  -12
   * Ann 2 picks 2, 5, 8, 11: -5 -4 -1 out, dropped:  -10
   * Ann 3 picks 3, 6, 9, 12: -2 +1 +3 out, dropped:   +2
   * Bo 1 picks 1, 6, 8, 11:  -8 +1 -1 out, dropped:   -8
   * Bo 2 picks 2, 4, 8, 10:  -5 -4 -1 +2, drops +2:   -10
   * Bo 3 picks 3, 6, 7, 10:  -2 +1  0 +2, drops +2:    -1
   */
  const field = buildFieldOf([-8, -5, -2, -4, -4, 1, 0, -1, 3, 2, out, out])
  const ann = buildEntry({ id: 1, userId: 11, name: 'Ann', tiebreakers: ['-20', '61'] })
  const bo = buildEntry({
    id: 2,
    userId: 12,
    name: 'Bo',
    selections: buildSelections([1, 6, 8, 11], [2, 4, 8, 10], [3, 6, 7, 10]),
  })
  const standings = standingsOf(field, bo, ann)

  test('rank the entries by the three golfers who count', () => {
    expect(linesOf(standings).map(summary)).toEqual([
      '1 Ann 1 -12',
      'T2 Ann 2 -10',
      'T2 Bo 2 -10',
      '4 Bo 1 -8',
      '5 Bo 3 -1',
      '6 Ann 3 +2',
    ])
  })

  test('give each line everything the board shows', () => {
    expect(standingAt(standings, 1)).toMatchObject({
      line: 1,
      row: 1,
      entryId: 1,
      userId: 11,
      userName: 'Ann',
      entryNumber: 2,
      displayName: 'Ann 2',
      position: 'T2',
      place: 2,
      relativeScore: -10,
      toPar: '-10',
      total: 65 + 66 + 69,
      isDisqualified: false,
      tiebreakers: ['-20', '61'],
    })
  })

  test('mark the dropped golfer of each entry', () => {
    const [first, second] = linesOf(standings)
    expect(first?.golfers.map(({ player, isDropped }) => [player.id, isDropped])).toEqual([
      [1, false],
      [4, false],
      [7, false],
      [10, true],
    ])
    expect(second?.golfers.map(({ golfer, isDropped }) => [golfer.toPar, isDropped])).toEqual([
      ['-5', false],
      ['-4', false],
      ['-1', false],
      ['+10', true],
    ])
  })

  test('list a user’s entries in entry order', () => {
    expect(standingsOfUser(standings, 12).map(summary)).toEqual(['4 Bo 1 -8', 'T2 Bo 2 -10', '5 Bo 3 -1'])
    expect(standingsOfUser(standings, 99)).toEqual([])
  })

  test("find a user's best entry", () => {
    expect(findBestStandingOfUser(standings, 12)?.displayName).toBe('Bo 2')
    expect(findBestStandingOfUser(standings, 99)).toBeUndefined()
  })

  test('have no line beyond the last', () => {
    expect(() => standingAt(standings, 6)).toThrow('There is no row, line or pick 6')
    expect(() => standingAt(standings, -1)).toThrow('There is no row, line or pick -1')
  })
})

describe('a disqualified entry', () => {
  test('is one with more than one golfer out; it comes last, without a position', () => {
    const field = buildFieldOf([out, 20, -9, out, 20, -9, 5, 20, -9, 5, 20, -9])
    const standings = standingsOf(field, buildEntry({ name: 'Ann' }))
    expect(linesOf(standings).map(summary)).toEqual(['1 Ann 3 -27', '2 Ann 2 +60', '-- Ann 1 --'])
    expect(standings.placed).toBe(2)
    expect(standingAt(standings, 2)).toMatchObject({
      position: '--',
      place: null,
      relativeScore: null,
      toPar: '--',
      total: null,
      isDisqualified: true,
    })
  })

  test('is not one with a single golfer out, who is dropped', () => {
    const field = buildFieldOf([out, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0])
    const own = standingsOfUser(standingsOf(field, buildEntry()), 1)
    expect(own.map(summary)).toEqual(['3 User 1 1 +9', 'T1 User 1 2 E', 'T1 User 1 3 E'])
  })

  test('is ordered by name among the disqualified, whatever its golfers scored', () => {
    const field = buildFieldOf([out, out, out, out, out, out, 5, 0, 9, 1, 0, 7])
    const standings = standingsOf(field, buildEntry({ id: 1, name: 'Bo' }), buildEntry({ id: 2, name: 'Ann' }))
    expect(linesOf(standings).map(({ displayName }) => displayName)).toEqual([
      'Ann 1',
      'Ann 2',
      'Ann 3',
      'Bo 1',
      'Bo 2',
      'Bo 3',
    ])
  })
})

describe('equal relative scores', () => {
  const first = buildSelections([1, 4, 7, 10], [2, 4, 7, 10], [3, 4, 7, 10])
  const field = (...totals: [number, number, number]): Field => {
    const even = buildFieldOf(Array(12).fill(0))
    const golfersScores = even.golfersScores.map((golfer, index) => ({
      ...golfer,
      relativeScore: index < 3 ? -5 : 0,
      total: totals[index] ?? 70,
    }))
    return { ...even, golfersScores }
  }

  test('are ordered by strokes but share their position', () => {
    const standings = standingsOf(field(67, 65, 66), buildEntry({ name: 'Ann', selections: first }))
    expect(linesOf(standings).map((line) => [summary(line), line.total])).toEqual([
      ['T1 Ann 2 -5', 205],
      ['T1 Ann 3 -5', 206],
      ['T1 Ann 1 -5', 207],
    ])
  })

  test('with equal strokes are ordered by name and entry number', () => {
    const standings = standingsOf(
      field(65, 65, 65),
      buildEntry({ id: 1, name: 'Bo', selections: first }),
      buildEntry({ id: 2, name: 'Ann', selections: first }),
    )
    expect(linesOf(standings).map(({ displayName }) => displayName)).toEqual([
      'Ann 1',
      'Ann 2',
      'Ann 3',
      'Bo 1',
      'Bo 2',
      'Bo 3',
    ])
  })
})

describe('a field without the players', () => {
  test('disqualifies every entry, and shows placeholders', () => {
    const standings = standingsOf(buildField({ golfersScores: [] }), buildEntry())
    expect(standings.placed).toBe(0)
    expect(standingAt(standings, 0).golfers.map(({ golfer }) => golfer.toPar)).toEqual(['--', '--', '--', '--'])
  })

  test('only drops the missing golfer from each entry', () => {
    const missing = buildFieldOf(Array(11).fill(-1))
    expect(standingsOfUser(standingsOf(missing, buildEntry()), 1).map(({ toPar }) => toPar)).toEqual(['-3', '-3', '-3'])
  })
})

test('a pool without rows has standings without lines', () => {
  const standings = standingsOf(buildField(), buildEntry({ selections: [] }))
  expect(standings.size).toBe(0)
  expect(standings.placed).toBe(0)
})
