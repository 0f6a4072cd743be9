import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** The maximum of a counter, so that it cannot overflow. */
const maxPoints = 1_000_000

/** `resetsAt`: the end of a window that starts now. A window that ends after `latestResetsAt` does not count. */
type Window = { now: Date; resetsAt: Date; latestResetsAt: Date }

/**
 * Increments the key's counter, or starts a new window if the last one has ended or does not count. One statement, so
 * that two processes can never both take the last point.
 */
export async function consumePoint(
  db: Db,
  key: string,
  { now, resetsAt, latestResetsAt }: Window,
): Promise<{ points: number; resetsAt: Date }> {
  const isOver = sql<boolean>`(rate_limits.resets_at <= ${now.toISOString()}
    or rate_limits.resets_at > ${latestResetsAt.toISOString()})`
  const row = await db
    .insertInto('rate_limits')
    .values({ key, points: 1, resets_at: resetsAt.toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql<number>`case
          when ${isOver} then 1
          when rate_limits.points < ${sql.lit(maxPoints)} then rate_limits.points + 1
          else rate_limits.points end`,
        resets_at: sql<string>`case
          when ${isOver} then excluded.resets_at
          else rate_limits.resets_at end`,
      }),
    )
    .returning(['points', 'resets_at'])
    .executeTakeFirstOrThrow()
  return { points: row.points, resetsAt: new Date(row.resets_at) }
}

export async function removeExpiredCounters(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now.toISOString()).execute()
}
