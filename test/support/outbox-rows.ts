import type { Db } from '#server/db/database.ts'

/** The number of messages in the outbox that are neither sent nor given up. */
export async function countWaitingMessages(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('next_attempt_at', 'is not', null).execute()
  return rows.length
}

/** As if the claims of a process that was killed had ended. Returns how many of its messages had been handed over. */
export async function endClaims(db: Db): Promise<{ handedOver: number }> {
  const claimed = await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date().toISOString() })
    .where('claimed_by', 'is not', null)
    .where('next_attempt_at', 'is not', null)
    .returning('handed_over_at')
    .execute()
  return { handedOver: claimed.filter(({ handed_over_at }) => handed_over_at !== null).length }
}
