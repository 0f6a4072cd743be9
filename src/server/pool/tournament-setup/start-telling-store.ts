import type { Db } from '#server/platform/db/database.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'

/** The start that entrants have last been told of; before the feed's small moves that are not told yet. */
export async function findToldStart(db: Db, { id, start }: Pick<TournamentRecord, 'id' | 'start'>) {
  const row = await db
    .selectFrom('tournaments')
    .select(['told_start', 'start_told_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { known: row?.told_start ?? start, toldAt: row?.start_told_at ?? null }
}
