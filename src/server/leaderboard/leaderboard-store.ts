import type { Kysely } from 'kysely'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Course } from '../feed/espn-courses.ts'
import { lockTournament } from '../tournaments/tournament-store.ts'

/** What is known of an event beyond the message that all viewers get: for scorecards. */
export type EventDetails = {
  courses: readonly Course[]
}

export type StoredLeaderboard = {
  message: Leaderboard
  extras: EventDetails
  feedChecked: string | null
}

/**
 * Keeps the newest leaderboard, so that a restart, and every other process, shows it at once. False when there is one of
 * this version, or of a later one.
 */
export async function saveLeaderboard(
  db: Db,
  tournamentId: number,
  stored: StoredLeaderboard,
): Promise<boolean> {
  const values = {
    version: stored.message.version,
    body: JSON.stringify(stored.message),
    extras: JSON.stringify(stored.extras),
    feed_checked_at: stored.feedChecked,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leaderboards')
    .values({ tournament_id: tournamentId, ...values })
    // Never an older one over a newer one, whichever process comes late.
    .onConflict((conflict) =>
      conflict.column('tournament_id').doUpdateSet(values).where('leaderboards.version', '<', values.version),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * The same, unless the tournament has ended: its places are those of the leaderboard that it ended with. False also
 * then.
 */
export function saveLeaderboardIfActive(
  db: Kysely<Tables>,
  tournamentId: number,
  stored: StoredLeaderboard,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const tournament = await lockTournament(trx, tournamentId)
    return tournament?.active === true && (await saveLeaderboard(trx, tournamentId, stored))
  })
}

export async function saveFeedChecked(db: Db, tournamentId: number, at: string): Promise<void> {
  await db
    .updateTable('leaderboards')
    .set({ feed_checked_at: at })
    .where('tournament_id', '=', tournamentId)
    .execute()
}

export async function findLeaderboard(db: Db, tournamentId: number): Promise<StoredLeaderboard | undefined> {
  const row = await db
    .selectFrom('leaderboards')
    .selectAll()
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  if (!row) return undefined
  // Both were written by `saveLeaderboard`: they are ours and need no second check.
  return {
    message: JSON.parse(row.body) as Leaderboard,
    extras: JSON.parse(row.extras) as EventDetails,
    feedChecked: row.feed_checked_at,
  }
}
