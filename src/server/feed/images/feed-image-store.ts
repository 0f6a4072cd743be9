import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hasRow } from '#server/platform/db/row-count.ts'

/** Rows per insert. */
const batchSize = 200

/** Paths that are already stored keep their time. */
export async function addFeedImages(db: Db, paths: readonly string[], now: Date): Promise<void> {
  const rows = paths.map((path) => ({ path, first_seen: now.toISOString() }))
  for (const batch of toBatches(rows, batchSize)) {
    await db
      .insertInto('feed_images')
      .values(batch)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  }
}

export function hasFeedImage(db: Db, path: string): Promise<boolean> {
  return hasRow(db.selectFrom('feed_images').where('path', '=', path))
}
