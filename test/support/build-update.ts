import { type Field, feedSource } from '#domain/field/field.ts'
import type { LeaderboardUpdate } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { noDetails } from '#server/scores/leaderboard/leaderboard-store.ts'

/** An update of a leaderboard, by default from the feed and without courses. */
export function buildUpdate(
  field: Field,
  requestedAt: Date,
  extras: Partial<LeaderboardUpdate['extras']> = {},
): LeaderboardUpdate {
  return { field, source: feedSource, extras: { ...noDetails, ...extras }, requestedAt }
}
