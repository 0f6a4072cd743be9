import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readInBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'

/** Records a privileged action; `userId` null means the command line (docs/rules.md, 11.4). */
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

export type AuditEntry = {
  id: number
  at: string
  /** Null for the command line. */
  user: { id: number; name: string } | null
  action: string
  details: Record<string, unknown>
}

/** The newest `count` entries, or the newest before the id `before`. */
export async function listAuditEntries(
  db: Db,
  { before, count }: { before: number | undefined; count: number },
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'at', 'action', 'details', 'users.id as user_id', 'users.name'])
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? 0))
    .orderBy('audit_log.id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id, at, action, details, user_id, name }) => ({
    id,
    at,
    user: user_id !== null && name !== null ? { id: user_id, name } : null,
    action,
    // Written by `addAuditEntry`, so it needs no validation.
    details: JSON.parse(details) as Record<string, unknown>,
  }))
}

const batchSize = 2000

/** All rows as stored, oldest first, in batches that yield to other requests. */
export async function* streamAuditRows(db: Db) {
  const batches = readInBatches(batchSize, (lastId) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'at', 'user_id', 'action', 'details'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
  for await (const rows of batches) {
    yield rows
    await yieldToEventLoop()
  }
}

/** Only to remove the name and address of a deleted user. */
export async function replaceAuditDetails(trx: Db, id: number, details: unknown): Promise<void> {
  await trx
    .updateTable('audit_log')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()
}
