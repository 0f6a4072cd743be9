import { collect } from '#server/batches.ts'
import type { Db } from '../db/database.ts'
import { streamRecords } from '../entries/entry-store.ts'
import { toAddress } from '../mail/email-address.ts'
import { listPlayers } from '../tournaments/tournament-store.ts'

export type AuditedEntry = Awaited<ReturnType<typeof listAuditedEntries>>[number]

/**
 * All entry records of a tournament, also withdrawn ones. Call this in a transaction that has locked the tournament;
 * otherwise picks and version may be inconsistent.
 */
export async function listAuditedEntries(trx: Db, tournamentId: number) {
  const golfers = new Map((await listPlayers(trx, tournamentId)).map((golfer) => [golfer.id, golfer]))
  const records = await collect(streamRecords(trx, tournamentId, ''))
  return records.map((row) => ({
    id: row.id,
    version: row.version,
    owner: { name: row.name, email: toAddress(row.email) },
    createdAt: row.created_at,
    changedAt: row.changed_at,
    /** Null if it counts. */
    withdrawnAt: row.withdrawn_at,
    answers: [row.tiebreaker_1, row.tiebreaker_2] as const,
    /** Twelve, by pick index. */
    picks: row.playerIds.flatMap((id) => golfers.get(id) ?? []),
  }))
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
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('request_key', '=', last.request_key)
    .executeTakeFirstOrThrow()
  return { at: new Date(last.created_at), recipients: Number(count) }
}

/** The outbox key of the emails of one request; `at` is the time of the request, ISO 8601. */
export function auditMailKey(adminId: number, at: string): string {
  return `audit-mail:${adminId}:${at}`
}
