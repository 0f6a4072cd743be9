import type { Db } from '../db/database.ts'

/** What was done with more than ordinary rights, and by whom: `userId` null is the operator's command line. */
export async function addAuditEntry(
  db: Db,
  entry: { userId: number | null; action: string; details: Readonly<Record<string, unknown>> },
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: now.toISOString(),
      user_id: entry.userId,
      action: entry.action,
      details: JSON.stringify(entry.details),
    })
    .execute()
}
