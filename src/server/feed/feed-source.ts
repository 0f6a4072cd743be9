import { feedSource } from '#domain/scores/score-source-info.ts'
import type { EspnClient } from './espn-client.ts'
import { toCourses } from './espn-courses.ts'
import { listField, toEventSummary } from './espn-event-summary.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import type { EventSource } from './score-source.ts'

/** The sports feed. */
export function createFeedSource(client: Pick<EspnClient, 'getLeaderboard'>): EventSource {
  return {
    async getScores({ espnId }, previous) {
      const { body, requestedAt } = await client.getLeaderboard(espnId)
      const event = parseLeaderboard(body, espnId)
      return {
        field: toField(event, previous),
        courses: toCourses(event),
        requestedAt,
        asOf: requestedAt,
        source: feedSource,
      }
    },
    async findEvent(espnId) {
      const { body } = await client.getLeaderboard(espnId)
      const event = parseLeaderboard(body, espnId)
      return { summary: toEventSummary(event), golfers: listField(event) }
    },
  }
}
