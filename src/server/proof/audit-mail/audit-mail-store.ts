import { readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'
import { entryRows, withPicks } from '#server/pool/picks/pick-store.ts'

export type AuditedEntry = Awaited<ReturnType<typeof listAuditedEntries>>[number]

/** All entry records of a tournament. Call this in a transaction that has locked it; otherwise picks and version may be inconsistent. */
export async function listAuditedEntries(trx: Db, tournamentId: number) {
  const entries = []
  const batches = readInBatches((lastId) =>
    entryRows(trx, { since: '' })
      .select(['email', 'entries.created_at as createdAt', 'withdrawn_at as withdrawnAt'])
      .where('entries.tournament_id', '=', tournamentId)
      .where('entries.id', '>', lastId),
  )
  for await (const rows of batches) entries.push(...(await withPicks(trx, tournamentId, rows)))
  return entries
}

/** The admin's latest audit email: the time of the request and the number of recipients. */
export async function findLastAuditMail(db: Db, adminId: number) {
  const last = await db
    .selectFrom('outbox')
    .select(['request_key', 'created_at'])
    .where('request_key', 'like', `${auditMailKey(adminId, '')}%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const recipients = await countRows(db.selectFrom('outbox').where('request_key', '=', last.request_key))
  return { at: new Date(last.created_at), recipients }
}

/** The outbox key of the emails of one request; `at` is the time of the request, ISO 8601. */
export function auditMailKey(adminId: number, at: string): string {
  return `audit-mail:${adminId}:${at}`
}
