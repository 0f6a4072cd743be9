import type { Db } from '#server/db/database.ts'

/** For tests that set the clock back: otherwise what has started stays started. */
export async function forgetStart(db: Db): Promise<void> {
  await db.updateTable('tournaments').set({ started_at: null }).execute()
}
