import { expect, test } from 'vitest'
import { toLeaderboardBody } from './leaderboard-body.ts'
import { minuteOf } from './milestones.ts'
import { type PlayerSummaryBody, toPlayerSummaryBody } from './player-summary-body.ts'
import { playTournament } from './tournament-play.ts'

const play = playTournament('summary')

function summaryOf(espnId: string, minute: number): PlayerSummaryBody {
  const body = toPlayerSummaryBody(play, espnId, minute)
  if (body === undefined) throw new Error(`no golfer ${espnId}`)
  return body
}

test('the strokes of a round are the sum of its holes and match the leaderboard', () => {
  const minute = minuteOf(play, 'round-4-middle')
  const rows = toLeaderboardBody(play, minute).events[0]?.competitions[0]?.competitors ?? []
  expect(rows).toHaveLength(156)
  for (const { id, linescores } of rows) {
    const played = linescores.filter((round) => 'value' in round && round.value > 0)
    const rounds = summaryOf(id, minute).rounds.filter((round) => 'value' in round)
    expect(rounds).toHaveLength(played.length)
    for (const [index, round] of rounds.entries()) {
      if (!('linescores' in round)) throw new Error('a round with strokes has holes')
      expect(round.linescores.reduce((sum, hole) => sum + hole.value, 0)).toBe(round.value)
      expect(played[index]).toMatchObject({ period: round.period, value: round.value })
    }
  }
})

test('the holes of a round are in the order played', () => {
  const late = play.golfers.find(({ rounds }) => rounds[0]?.startHole === 10 && rounds[0].holes.length === 18)
  const [round] = summaryOf(late?.golfer.espnId ?? '', minuteOf(play, 'round-1-complete')).rounds
  if (round === undefined || !('linescores' in round)) throw new Error('a round has holes')
  expect(round.linescores.map(({ period }) => period)).toEqual([
    10, 11, 12, 13, 14, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('a round not begun has a tee time and no score', () => {
  const [golfer] = play.golfers
  const { rounds } = summaryOf(golfer?.golfer.espnId ?? '', minuteOf(play, 'scheduled'))
  expect(rounds).toHaveLength(2)
  for (const round of rounds) {
    expect(round.teeTime).toMatch(/Z$/)
    expect(round).not.toHaveProperty('value')
  }
})

test('an unknown golfer has no summary', () => {
  expect(toPlayerSummaryBody(play, '12', 0)).toBeUndefined()
})
