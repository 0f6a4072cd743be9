import { feedSource } from '#domain/field/field.ts'
import type { EspnClient } from './espn-client.ts'
import { toCourses } from './espn-courses.ts'
import { listField, toEventSummary } from './espn-event-summary.ts'
import { identifyCompetitors, toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { isAsFarAs } from './feed-acceptance.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import type { EventSource, Scores } from './score-source.ts'

/** The sports feed. */
export function createFeedSource(feed: FeedAddresses): EventSource {
  return {
    async getScores({ espnId }, previous) {
      const read = async (client: Pick<EspnClient, 'getLeaderboard'>): Promise<Scores> => {
        const { body, requestedAt } = await client.getLeaderboard(espnId)
        const event = parseLeaderboard(body, espnId)
        const { firstTeeTime, firstDay } = toEventSummary(event)
        return {
          field: toField(event, previous),
          courses: toCourses(event),
          requestedAt,
          asOf: requestedAt,
          source: feedSource,
          start: firstTeeTime ?? firstDay,
          unidentified: identifyCompetitors(event, previous).unidentified,
        }
      }
      return feed.poll(read, ({ field }) => previous === null || isAsFarAs(field, previous))
    },
    async findEvent(espnId) {
      const { body } = await feed.ask((client) => client.getLeaderboard(espnId))
      const event = parseLeaderboard(body, espnId)
      const { unidentified } = identifyCompetitors(event, null)
      return { summary: toEventSummary(event), golfers: listField(event), unidentified }
    },
  }
}
