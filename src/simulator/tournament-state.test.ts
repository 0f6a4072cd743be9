import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listMilestones, minuteOf } from './milestones.ts'
import { toParOf } from './played-round.ts'
import { playTournament } from './tournament-play.ts'
import { type GolferState, stateAt } from './tournament-state.ts'

const play = playTournament(11, { playOff: 'always' })
const anyMinute = fc.integer({ min: -200, max: play.earningsFrom + 100 })

function holesPlayed(golfer: GolferState): number {
  return golfer.rounds.reduce((sum, { holes }) => sum + holes.length, 0)
}

function byId(golfers: readonly GolferState[]): Map<string, GolferState> {
  return new Map(golfers.map((golfer) => [golfer.golfer.espnId, golfer]))
}

test('holes played never decrease and never change', () => {
  fc.assert(
    fc.property(anyMinute, fc.nat(400), (minute, later) => {
      const after = byId(stateAt(play, minute + later).golfers)
      for (const before of stateAt(play, minute).golfers) {
        const now = after.get(before.golfer.espnId)
        expect(now && holesPlayed(now)).toBeGreaterThanOrEqual(holesPlayed(before))
        for (const [index, round] of before.rounds.filter(({ holes }) => holes.length > 0).entries()) {
          expect(now?.rounds[index]?.holes.slice(0, round.holes.length)).toEqual(round.holes)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('positions are shared by equal scores, skip the places shared, and put the lower score first', () => {
  const minuteBeforePlayOff = fc.integer({ min: 0, max: (play.playOff?.from ?? 0) - 1 })
  fc.assert(
    fc.property(minuteBeforePlayOff, (minute) => {
      const placed = stateAt(play, minute).golfers.filter(({ position }) => position !== undefined)
      for (const { toPar, position } of placed) {
        const better = placed.filter((other) => other.toPar < toPar).length
        const equal = placed.filter((other) => other.toPar === toPar).length
        expect(position).toEqual({ rank: better + 1, shared: equal > 1 })
      }
    }),
    { numRuns: 40 },
  )
})

test('the sort order numbers every golfer once, with those who are out at the end', () => {
  fc.assert(
    fc.property(anyMinute, (minute) => {
      const sorted = stateAt(play, minute).golfers.toSorted((a, b) => a.sortOrder - b.sortOrder)
      expect(sorted.map(({ sortOrder }) => sortOrder)).toEqual(sorted.map((_golfer, index) => index + 1))
      const firstOut = sorted.findIndex(({ playState }) => playState === 'out')
      expect(
        sorted.slice(firstOut === -1 ? sorted.length : firstOut).every(({ playState }) => playState === 'out'),
      ).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('movement is negative for a golfer who climbed since the last round', () => {
  const state = stateAt(play, minuteOf(play, 'round-3-late'))
  const movers = state.golfers.filter(({ movement }) => movement !== 0)
  expect(movers.length).toBeGreaterThan(20)
  for (const { movement, position, golfer } of movers) {
    const before = play.positionsAfter[2]?.get(golfer.index) ?? 0
    expect(movement).toBe((position?.rank ?? 0) - before)
  }
})

test('the score to par counts every known hole except those of a play-off', () => {
  for (const { rounds, toPar } of stateAt(play, play.finalFrom).golfers) {
    expect(toPar).toBe(toParOf(rounds.flatMap(({ holes }) => holes)))
  }
})

test('the tournament passes through its phases in order', () => {
  const phases: string[] = []
  // No phase is shorter.
  for (let minute = -60; minute <= play.earningsFrom; minute += 5) {
    const { phase, period } = stateAt(play, minute)
    const name = `${phase} ${period}`
    if (phases.at(-1) !== name) phases.push(name)
  }
  const round = (period: number) => ['waiting', 'playing', 'complete', 'settled'].map((phase) => `${phase} ${period}`)
  expect(phases).toEqual([
    'scheduled 0',
    ...round(1),
    ...round(2),
    ...round(3),
    ...round(4).slice(0, 3),
    'play-off 5',
    'final 5',
  ])
})

test('milestones are in order, and the error for an unknown one names it', () => {
  const minutes = [...listMilestones(play).values()]
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
  expect(() => minuteOf(play, 'round-7')).toThrow('round-7')
})

test('after a play-off the winner is alone in first place at an equal score', () => {
  const state = stateAt(play, play.finalFrom)
  const first = state.golfers.filter(({ position }) => position?.rank === 1)
  const second = state.golfers.find(({ position }) => position?.rank === 2)
  expect(first.map(({ golfer }) => golfer)).toEqual([state.winner])
  expect(second?.toPar).toBe(first[0]?.toPar)
})

test('a golfer who is disqualified in the evening waits for round 2 until the feed reports it', () => {
  const disqualified = play.golfers.find(({ exit }) => exit?.reason === 'DQ')
  const playStateAt = (minute: number) =>
    stateAt(play, minute).golfers.find(({ golfer }) => golfer === disqualified?.golfer)?.playState
  expect(playStateAt(minuteOf(play, 'round-1-complete'))).toBe('waiting')
  expect(playStateAt(minuteOf(play, 'round-2-waiting'))).toBe('out')
})
