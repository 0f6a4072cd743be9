import { expect, test } from 'vitest'
import { toParOf } from './played-round.ts'
import { parOf, simulatedCourse } from './simulated-course.ts'
import { type GolferPlay, playTournament } from './tournament-play.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

function totalAfter(play: GolferPlay, rounds: number): number {
  return toParOf(play.rounds.slice(0, rounds).flatMap(({ holes }) => holes))
}

test('the course is a par 72 with 36 out and 36 in', () => {
  expect([parOf(simulatedCourse), parOf(simulatedCourse, 1, 9), parOf(simulatedCourse, 10, 18)]).toEqual([72, 36, 36])
})

test('the same seed plays the same tournament', () => {
  expect(playTournament('repeat')).toEqual(playTournament('repeat'))
  expect(playTournament('repeat').golfers).not.toEqual(playTournament('other').golfers)
})

test('birdies, bogeys and worse are as frequent as on the tour', () => {
  const counts = new Map<number, number>()
  let holes = 0
  for (const seed of seeds) {
    for (const { par, strokes } of playTournament(seed).golfers.flatMap(({ rounds }) =>
      rounds.flatMap((round) => round.holes),
    )) {
      counts.set(strokes - par, (counts.get(strokes - par) ?? 0) + 1)
      holes++
    }
  }
  const share = (toPar: number) => (100 * (counts.get(toPar) ?? 0)) / holes
  expect(share(-2)).toBeGreaterThan(0.2)
  expect(share(-2)).toBeLessThan(1.2)
  expect(share(-1)).toBeGreaterThan(16)
  expect(share(-1)).toBeLessThan(22)
  expect(share(1)).toBeGreaterThan(14)
  expect(share(1)).toBeLessThan(20)
  expect(share(2)).toBeGreaterThan(2)
  expect(share(2)).toBeLessThan(4)
})

test('the cut keeps the first 65 and ties', () => {
  for (const seed of seeds) {
    const { golfers, cut } = playTournament(seed)
    const atTheCut = golfers.filter(({ rounds }) => rounds[1]?.holes.length === 18)
    const survivors = atTheCut.filter(({ exit }) => exit?.reason !== 'CUT')
    const cutOff = atTheCut.filter(({ exit }) => exit?.reason === 'CUT')
    expect(survivors.length).toBeGreaterThanOrEqual(65)
    expect(survivors).toHaveLength(cut.count)
    expect(survivors.every((play) => totalAfter(play, 2) <= cut.score)).toBe(true)
    expect(cutOff.every((play) => totalAfter(play, 2) > cut.score)).toBe(true)
    expect(survivors.filter((play) => totalAfter(play, 2) < cut.score).length).toBeLessThan(65)
  }
})

test('golfers who are cut play two rounds, those who stay in play four', () => {
  const { golfers } = playTournament(2)
  for (const { exit, rounds } of golfers) {
    if (exit === undefined) expect(rounds.map(({ holes }) => holes.length)).toEqual([18, 18, 18, 18])
    if (exit?.reason === 'CUT') expect(rounds.map(({ holes }) => holes.length)).toEqual([18, 18])
  }
})

test('one golfer does not start, one is disqualified, at least two withdraw, one of them during a round', () => {
  for (const seed of seeds) {
    const exits = playTournament(seed).golfers.filter(({ exit }) => exit !== undefined)
    const because = (reason: string) => exits.filter(({ exit }) => exit?.reason === reason)
    expect(because('DNS')).toHaveLength(1)
    expect(because('DQ')).toHaveLength(1)
    expect(because('WD').length).toBeGreaterThanOrEqual(2)
    expect(because('WD').some(({ rounds }) => rounds.at(-1)?.holes.length === 12)).toBe(true)
  }
})

test('rounds 1 and 2 start in waves from holes 1 and 10, everybody once early and once late', () => {
  const { golfers, schedule } = playTournament(4)
  const starts = new Set(golfers.map(({ rounds }) => rounds[0]?.startHole))
  expect(starts).toEqual(new Set([1, 10]))
  for (const { rounds } of golfers.filter((play) => play.rounds.length > 1)) {
    const late = rounds.slice(0, 2).map((round, index) => round.teeMinute - (schedule[index]?.firstTee ?? 0) > 200)
    expect(late.toSorted()).toEqual([false, true])
  }
})

test('on the weekend the leaders go last', () => {
  const { golfers } = playTournament(4)
  const weekend = golfers
    .filter(({ rounds }) => rounds.length > 2)
    .toSorted((a, b) => (a.rounds[2]?.teeMinute ?? 0) - (b.rounds[2]?.teeMinute ?? 0))
  const totals = weekend.map((play) => totalAfter(play, 2))
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
})

test('a planned play-off takes place, and one golfer wins it', () => {
  for (const seed of seeds.slice(0, 4)) {
    const { playOff } = playTournament(seed, { playOff: 'always' })
    const scores = [...(playOff?.holes.values() ?? [])]
    const longest = Math.max(...scores.map((holes) => holes.length))
    const last = scores.flatMap((holes) => holes[longest - 1]?.strokes ?? [])
    expect(scores.length).toBeGreaterThan(1)
    expect(last.filter((strokes) => strokes === Math.min(...last))).toHaveLength(1)
    expect(playTournament(seed, { playOff: 'never' }).playOff).toBeUndefined()
  }
})

test('a play-off changes nothing before round 4', () => {
  const planned = playTournament(9, { playOff: 'always' })
  const fallen = playTournament(9, { playOff: 'never' })
  const openings = (play: typeof planned) => play.golfers.map(({ rounds }) => rounds.slice(0, 3))
  expect(openings(planned)).toEqual(openings(fallen))
})
