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
