import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Field } from '#domain/field/field.ts'
import { toField } from '#server/feed/espn-field.ts'
import { parseLeaderboard } from '#server/feed/espn-leaderboard.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { listMilestones } from '#simulator/milestones.ts'
import { playTournament } from '#simulator/tournament-play.ts'
import { findRowFaults } from './row-checks.ts'

function listFaults(field: Field): string[] {
  return field.golfersScores.flatMap((golfer) =>
    findRowFaults(golfer, field).map((fault) => `${golfer.fullName}: ${fault} ${JSON.stringify(golfer)}`),
  )
}

const stories = [
  'usual',
  '54-holes',
  'shortened',
  'suspension',
  'monday-finish',
  'cancellation',
  'alternate',
  'late-disqualification',
] as const

test.each(stories)('no row of a simulated tournament is wrong: %s', (story) => {
  const play = playTournament('rows', { story })
  let previous: Field | null = null
  for (let minute = -120; minute < Math.max(...listMilestones(play).values()) + 60; minute += 61) {
    const body = JSON.parse(JSON.stringify(toLeaderboardBody(play, minute)))
    previous = toField(parseLeaderboard(body, play.plan.eventId), previous)
    expect(listFaults(previous), `minute ${minute}`).toEqual([])
  }
})

const folder = process.env['FEED_CAPTURES']

test.runIf(folder)('no row of a recorded body is wrong', () => {
  const files = readdirSync(folder ?? '', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  let rows = 0
  for (const name of files) {
    const body = JSON.parse(readFileSync(join(folder ?? '', name), 'utf8'))
    if (!body.events?.[0]?.tournament || !body.events[0].competitions) continue
    for (const { id } of body.events) {
      const field = toField(parseLeaderboard(body, String(id)))
      rows += field.golfersScores.length
      expect(listFaults(field), name).toEqual([])
    }
  }
  expect(rows).toBeGreaterThan(100)
})
