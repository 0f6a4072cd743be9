import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listMilestones, minuteOf } from './milestones.ts'
import { playTournament } from './tournament-play.ts'
import { type GolferState, stateAt } from './tournament-state.ts'

const play = playTournament(11, { playOff: 'always' })
const anyMinute = fc.integer({ min: -200, max: play.finalFrom + 100 })

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

test('the tournament passes through its phases in order', () => {
  const phases: string[] = []
  // No phase is shorter.
  for (let minute = -60; minute <= play.finalFrom + 5; minute += 5) {
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
  expect(first).toHaveLength(1)
  expect(second?.toPar).toBe(first[0]?.toPar)
})
