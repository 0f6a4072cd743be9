import { toAddress } from '#server/delivery/mail/email-address.ts'
import { collect, readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'

export type AuditedEntry = Awaited<ReturnType<typeof listAuditedEntries>>[number]

/** All entry records of a tournament, withdrawn ones included. Reads nothing that is secret before the start. */
export async function listAuditedEntries(db: Db, tournamentId: number) {
  const entries = await collect(
    readInBatches((lastId) =>
      db
        .selectFrom('entries')
        .innerJoin('users', 'users.id', 'entries.user_id')
        .select([
          'entries.id',
          'name',
          'email',
          'entries.created_at as createdAt',
          'changed_at as changedAt',
          'withdrawn_at as withdrawnAt',
        ])
        .where('tournament_id', '=', tournamentId)
        .where('entries.id', '>', lastId)
        .orderBy('entries.id'),
    ),
  )
  return entries.map((entry) => ({ ...entry, email: toAddress(entry.email) }))
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
