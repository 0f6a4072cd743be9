import { expect, test } from 'vitest'
import { toParOf } from './played-round.ts'
import { type GolferPlay, playTournament } from './tournament-play.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

function totalAfter(play: GolferPlay, rounds: number): number {
  return toParOf(play.rounds.slice(0, rounds).flatMap(({ holes }) => holes))
}

test('the same seed plays the same tournament', () => {
  expect(playTournament('repeat')).toEqual(playTournament('repeat'))
  expect(playTournament('repeat').golfers).not.toEqual(playTournament('other').golfers)
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

test('a planned play-off takes place, and one golfer wins it', () => {
  for (const seed of seeds.slice(0, 4)) {
    const { playOff } = playTournament(seed, { playOff: 'always' })
    const scores = [...(playOff?.holes.values() ?? [])]
    const longest = Math.max(...scores.map((holes) => holes.length))
    const last = scores.flatMap((holes) => holes[longest - 1]?.strokes ?? [])
    expect(scores.length).toBeGreaterThan(1)
    expect(last.filter((strokes) => strokes === Math.min(...last))).toHaveLength(1)
  }
})

test('an event of three rounds has no fourth, also with a play-off; a shortened one had four', () => {
  const three = playTournament('short', { story: '54-holes', playOff: 'always' })
  expect([three.rounds, three.schedule.length, three.playOff === undefined]).toEqual([3, 3, false])
  expect(Math.max(...three.golfers.map(({ rounds }) => rounds.length))).toBe(3)
  const shortened = playTournament('short', { story: 'shortened' })
  expect([shortened.rounds, shortened.schedule.length]).toEqual([4, 3])
})
