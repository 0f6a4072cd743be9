import { emptyWatchState, type WatchState } from '#domain/notifications/pool-events.ts'
import type { Db } from '#server/platform/db/database.ts'

/** When each event of a tournament was detected, by its key. */
export async function listPoolEvents(db: Db, tournamentId: number): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('pool_events')
    .select(['event_key', 'at'])
    .where('tournament_id', '=', tournamentId)
    .execute()
  return new Map(rows.map(({ event_key, at }) => [event_key, new Date(at)]))
}

/** Returns false if the event is already recorded. */
export async function addPoolEvent(
  db: Db,
  tournamentId: number,
  { key, isAnnounced, at }: { key: string; isAnnounced: boolean; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pool_events')
    .values({
      tournament_id: tournamentId,
      event_key: key,
      is_announced: isAnnounced ? 1 : 0,
      at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['tournament_id', 'event_key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** An end without places is not announced. When the tournament ends again, it may have some. */
export async function forgetUnannouncedResults(trx: Db, tournamentId: number): Promise<void> {
  await trx
    .deleteFrom('pool_events')
    .where('tournament_id', '=', tournamentId)
    .where('event_key', '=', 'results')
    .where('is_announced', '=', 0)
    .execute()
}

export async function findWatchState(db: Db, tournamentId: number): Promise<WatchState | undefined> {
  const row = await db
    .selectFrom('pool_event_watches')
    .select('state')
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  // Written by `saveWatchState`, so not validated again.
  return row && (JSON.parse(row.state) as WatchState)
}

export async function saveWatchState(db: Db, tournamentId: number, state: WatchState = emptyWatchState): Promise<void> {
  const text = JSON.stringify(state)
  await db
    .insertInto('pool_event_watches')
    .values({ tournament_id: tournamentId, state: text })
    .onConflict((conflict) => conflict.column('tournament_id').doUpdateSet({ state: text }))
    .execute()
}

/** The watched tournaments that have ended without a results event. */
export async function listUnannouncedEndings(db: Db): Promise<number[]> {
  const detected = db.selectFrom('pool_events').select('tournament_id').where('event_key', '=', 'results')
  const rows = await db
    .selectFrom('pool_event_watches')
    .innerJoin('tournaments', 'tournaments.id', 'pool_event_watches.tournament_id')
    .select('tournament_id')
    .where('tournaments.active', '=', 0)
    .where('tournament_id', 'not in', detected)
    .execute()
  return rows.map(({ tournament_id }) => tournament_id)
}
