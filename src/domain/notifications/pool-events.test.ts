import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { buildEvent, buildField, buildFieldOf, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import {
  advance,
  countEndedRounds,
  emptyWatchState,
  findTimedEvents,
  isCutMade,
  isLastRound,
  listLeaders,
  type Observation,
  observe,
  type WatchState,
} from './pool-events.ts'

const start = '2026-04-09T12:00:00.000Z'
const minutesFromStart = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000)
const hours = 60

describe('timed events', () => {
  const kindsAt = (minutes: number, openedAt: Date | null = null) =>
    findTimedEvents({ start }, { now: minutesFromStart(minutes), openedAt }).map(({ kind }) => kind)

  test.each([
    [-24 * hours - 1, []],
    [-24 * hours, ['closing-24h']],
    [-2 * hours - 1, ['closing-24h']],
    [-2 * hours, ['closing-2h']],
    [-1, ['closing-2h']],
    [0, []],
    [1, ['locked']],
    [3 * hours - 1, ['locked']],
    [3 * hours, []],
  ])('%i minutes from the start: %j', (minutes, kinds) => {
    expect(kindsAt(minutes)).toEqual(kinds)
  })

  test('a deadline that was already this close when entries opened is not announced', () => {
    expect(kindsAt(-20 * hours, minutesFromStart(-23 * hours))).toEqual([])
    expect(kindsAt(-20 * hours, minutesFromStart(-25 * hours))).toEqual(['closing-24h'])
    expect(kindsAt(-1 * hours, minutesFromStart(-1.5 * hours))).toEqual([])
  })

  test('a new start makes a new deadline, and the old announcement expires in time', () => {
    const [event] = findTimedEvents({ start }, { now: minutesFromStart(-90), openedAt: null })
    const later = { start: minutesFromStart(10).toISOString() }
    const [moved] = findTimedEvents(later, { now: minutesFromStart(-90), openedAt: null })
    expect(event?.expiresAt.toISOString()).toBe(start)
    expect(moved?.key).not.toBe(event?.key)
  })
})

describe('what a field shows', () => {
  const roundField = (currentRound: number, roundStatus: string, completed = false) =>
    buildField({ currentRound, event: buildEvent({ roundStatus, completed }) })

  test.each([
    [0, 'Scheduled', 0],
    [1, 'Round 1 - In Progress', 0],
    [1, 'Round 1 - Suspended', 0],
    [1, 'Round 1 - Play Complete', 1],
    [2, 'Round 2 - In Progress', 1],
    [4, 'Round 4 - In Progress', 3],
    [4, 'Round 4 - Play Complete', 4],
    [5, 'Playoff - Play Complete', 4],
  ])('round %i, "%s": %i rounds are over', (currentRound, roundStatus, ended) => {
    expect(countEndedRounds(roundField(currentRound, roundStatus))).toBe(ended)
  })

  test('an event of three rounds ends with the third, a play-off included', () => {
    const event = (roundStatus: string, completed = false) => buildEvent({ roundStatus, completed, rounds: 3 })
    const field = (currentRound: number, roundStatus: string, completed = false) =>
      buildField({ currentRound, event: event(roundStatus, completed) })
    expect(countEndedRounds(field(3, 'Round 3 - In Progress'))).toBe(2)
    expect(countEndedRounds(field(3, 'Round 3 - Play Complete'))).toBe(3)
    expect(countEndedRounds(field(4, 'Playoff - Play Complete'))).toBe(3)
    expect(countEndedRounds(field(4, 'Final', true))).toBe(3)
    expect(observe(field(3, 'Round 3 - In Progress'), null, start)).toMatchObject({ rounds: 3, isLastRound: true })
    expect(observe(field(2, 'Round 2 - In Progress'), null, start)).toMatchObject({ isLastRound: false })
    expect(isLastRound(field(2, 'Round 2 - Play Complete'), 2)).toBe(false)
    expect(isLastRound(field(3, 'Round 3 - Play Complete'), 3)).toBe(true)
  })

  test('no round follows the one to which an event was shortened', () => {
    const field = buildField({
      currentRound: 3,
      event: buildEvent({ roundStatus: 'Final', completed: true, rounds: 4 }),
    })
    expect([1, 2, 3].map((round) => isLastRound(field, round))).toEqual([false, false, true])
  })

  test('a completed event has four rounds, whatever its status texts say', () => {
    expect(countEndedRounds(roundField(4, 'Final', true))).toBe(4)
    expect(countEndedRounds(roundField(5, '', true))).toBe(4)
  })

  test('the cut is made once the line is no longer projected and golfers are marked', () => {
    const cut = (count: number) =>
      buildPlayers().map((player, index) =>
        buildGolferOf(player, index < count ? { isDNF: true, position: 'CUT' } : {}),
      )
    const cutline = { value: 0, type: 'projected', displayValue: 'E' } as const
    expect(isCutMade(buildField({ golfersScores: cut(3) }))).toBe(true)
    expect(isCutMade(buildField({ golfersScores: cut(2) }))).toBe(false)
    expect(isCutMade(buildField({ golfersScores: cut(3), cutline }))).toBe(false)
  })

  test('leaders are users: one with two entries in first place counts once', () => {
    const entries = [
      buildEntry({ id: 1, userId: 9, selections: buildSelections([1, 4, 7, 10], [1, 4, 7, 10], [2, 5, 8, 11]) }),
      buildEntry({ id: 2, userId: 5, selections: buildSelections([2, 5, 8, 11], [1, 4, 7, 10], [3, 6, 9, 12]) }),
      buildEntry({ id: 3, userId: 7 }),
    ]
    const field = buildFieldOf([-5, 0, 0, -5, 0, 0, -5, 0, 0, -5, 0, 0])
    const standings = scorePool(createPool(buildTournament({ entries })), field)
    expect(listLeaders(standings)).toEqual([5, 7, 9])
    expect(listLeaders(scorePool(createPool(buildTournament()), field))).toBeNull()
    const lastRound = { ...field, currentRound: 4 }
    expect(observe(lastRound, standings, start)).toMatchObject({ leaders: [5, 7, 9], isLastRound: true })
    expect(observe(field, standings, start)).toMatchObject({ leaders: null, isLastRound: false })
    const over = { ...lastRound, event: buildEvent({ completed: true }) }
    expect(observe(over, standings, start)).toMatchObject({ isLastRound: false })
  })

  test('a lead shared by very many users is ignored', () => {
    const entries = Array.from({ length: 101 }, (_, index) => buildEntry({ id: index + 1 }))
    const standings = scorePool(createPool(buildTournament({ entries })), buildFieldOf([0, 0, 0]))
    expect(listLeaders(standings)).toBeNull()
  })
})

/** Adds observations, each with its minute, and returns the events with the minute in which they occurred. */
function watch(
  observations: readonly [minutes: number, shown: Partial<Omit<Observation, 'at'>>][],
  { state = emptyWatchState, known = new Set<string>() }: { state?: WatchState; known?: Set<string> } = {},
) {
  const seen: [number, string, boolean][] = []
  let current = state
  for (const [minutes, shown] of observations) {
    const at = minutesFromStart(minutes).toISOString()
    const next = advance(current, { rounds: 4, conditions: [], leaders: null, isLastRound: false, at, ...shown }, known)
    current = next.state
    for (const event of next.events) {
      if (event.kind !== 'lead-change') known.add(event.key)
      const name = event.kind === 'lead-change' ? `${event.before} -> ${event.after}` : event.key
      seen.push([minutes, name, event.isLate])
    }
  }
  return seen
}

test('the last round of three settles within a minute, the ones before within ten', () => {
  const ends = (...rounds: number[]) => ({ rounds: 3, conditions: rounds.map((round) => `round-end:${round}`) })
  const seen = watch([
    [0, { rounds: 3 }],
    [1, ends(1)],
    [3, ends(1)],
    [11, ends(1)],
    [20, ends(1, 2)],
    [31, ends(1, 2)],
    [40, ends(1, 2, 3)],
    [41.5, ends(1, 2, 3)],
    [42, ends(1, 2, 3, 4)],
    [60, ends(1, 2, 3, 4)],
  ])
  expect(seen.map(([minutes, key]) => [minutes, key])).toEqual([
    [11, 'round-end:1'],
    [31, 'round-end:2'],
    [41.5, 'round-end:3'],
  ])
})

describe('a round and the cut', () => {
  const over = { conditions: ['cut'] }

  test('are certain once all responses over a minute agree, and are reported once', () => {
    const seen = watch([
      [0, {}],
      [1, over],
      [1.5, over],
      [2, over],
      [3, over],
      [4, {}],
      [5, over],
      [6, over],
    ])
    expect(seen).toEqual([[2, 'cut', false]])
  })

  test('a round is over after ten minutes, when the field has been cut; the last one after a minute', () => {
    const rounds = { conditions: [1, 2, 3, 4].map((round) => `round-end:${round}`) }
    const seen = watch([
      [0, {}],
      ...[1, 2, 3, 10.9, 11, 12].map((minutes) => [minutes, rounds] satisfies [number, object]),
    ])
    expect(seen).toEqual([
      [2, 'round-end:4', false],
      [11, 'round-end:1', false],
      [11, 'round-end:2', false],
      [11, 'round-end:3', false],
    ])
  })

  test('are not reported after a single response, which may be a feed error', () => {
    const seen = watch([
      [0, {}],
      [1, over],
      [2, {}],
      [3, over],
      [4, {}],
    ])
    expect(seen).toEqual([])
  })

  test.each([
    [3 * hours, false],
    [3 * hours + 1, true],
  ])('after a gap of %i minutes it is late: %s', (gap, isLate) => {
    const seen = watch([
      [0, {}],
      [gap, over],
      [gap + 1, over],
    ])
    expect(seen).toEqual([[gap + 1, 'cut', isLate]])
  })

  test('are late if they already held in the first response', () => {
    const shown = { conditions: ['round-end:1', 'round-end:2', 'cut'] }
    const seen = watch([
      [0, shown],
      [1, shown],
      [10, shown],
    ])
    expect(seen).toEqual([
      [1, 'cut', true],
      [10, 'round-end:1', true],
      [10, 'round-end:2', true],
    ])
  })

  test('an announcement expires three hours after the event', () => {
    const before = advance(
      emptyWatchState,
      { at: start, rounds: 4, conditions: [], leaders: null, isLastRound: false },
      new Set(),
    ).state
    const at = (minutes: number) => ({
      at: minutesFromStart(minutes).toISOString(),
      rounds: 4,
      conditions: ['cut', 'round-end:2'],
      leaders: null,
      isLastRound: false,
    })
    const { state } = advance(before, at(1), new Set())
    expect(advance(state, at(11), new Set()).events).toMatchObject([
      { kind: 'round-end', round: 2, expiresAt: minutesFromStart(181) },
      { kind: 'cut', expiresAt: minutesFromStart(181) },
    ])
  })
})

describe('the lead', () => {
  const last = (...leaders: number[]) => ({ leaders, isLastRound: true })
  const earlier = (...leaders: number[]) => ({ leaders, isLastRound: false })

  test('has changed once all responses over two minutes agree', () => {
    const seen = watch([
      [0, earlier(1)],
      [1, last(2)],
      [2, last(2)],
      [3, last(2)],
      [4, last(2)],
      [5, last(2, 3)],
      [6, last(2, 3)],
      [7, last(2, 3)],
    ])
    expect(seen).toEqual([
      [3, '1 -> 2', false],
      [7, '2 -> 2,3', false],
    ])
  })

  test('that flips for a response or two has not changed', () => {
    const seen = watch([
      [0, last(1)],
      [1, last(2)],
      [2, last(3)],
      [3, last(2)],
      [4, last(1)],
      [5, last(2)],
      [6, last(1)],
    ])
    expect(seen).toEqual([])
  })

  test('is only recorded before the last round and in responses without leaders', () => {
    const seen = watch([
      [0, earlier(1)],
      [1, earlier(2)],
      [5, earlier(2)],
      [10, {}],
      [11, last(2)],
      [20, last(2)],
    ])
    expect(seen).toEqual([])
  })
})
