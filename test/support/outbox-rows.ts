import type { Db } from '#server/platform/db/database.ts'

/** The number of messages in the outbox that are neither sent nor given up. */
export async function countWaitingMessages(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('next_attempt_at', 'is not', null).execute()
  return rows.length
}

/** As if the leases of a process that was killed had ended. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date().toISOString() })
    .where('claimed_by', 'is not', null)
    .execute()
}
