import type { Db } from '#server/platform/db/database.ts'

/** For tests that set the clock back: otherwise what has started stays started. */
export async function forgetStart(db: Db): Promise<void> {
  for (const table of ['sealed_entries', 'seals'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('tournaments').set({ started_at: null }).execute()
}
