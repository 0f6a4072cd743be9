import { expect, test } from 'vitest'
import { toScoreDocument, toScoredField } from '#domain/scores/scored-field.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { listMilestones } from '#simulator/milestones.ts'
import { playTournament } from '#simulator/tournament-play.ts'
import { expectSameAsDocument } from '#test/support/expect-document.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'

const play = playTournament('by hand', { playOff: 'always' })
const milestones = [...listMilestones(play)]

function fieldAt(minute: number) {
  const body = toLeaderboardBody(play, minute)
  return toField(parseLeaderboard(body, body.events[0]?.id ?? ''))
}

test.each(milestones)('the scores entered by hand begin with those on the board: %s', (_, minute) => {
  for (const later of [0, 40, 90]) expectSameAsDocument(fieldAt(minute + later))
})

test.each(milestones)('rows, columns and order of the board stay: %s', (_, minute) => {
  const field = fieldAt(minute)
  const same = toScoredField(toScoreDocument(field, '4018', '2026-06-05T18:00:00.000Z'), field)
  const toColumns = ({ golfersScores }: typeof field) =>
    golfersScores
      .filter(({ isDNF }) => !isDNF)
      .map(({ espnId, position, thru, currentRoundScore, teeTime }) => [
        ...[espnId, position, thru, currentRoundScore, teeTime],
      ])
  expect(toColumns(same)).toEqual(toColumns(field))
})
