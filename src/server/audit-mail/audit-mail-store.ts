import { readInBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'
import { toAddress } from '../mail/email-address.ts'

/** An entry record with its content and the times of its creation and last change. */
export type AuditedEntry = {
  readonly id: number
  readonly version: number
  readonly owner: { readonly name: string; readonly email: string }
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly changedAt: string
  /** Null if it counts. */
  readonly withdrawnAt: string | null
  readonly answers: readonly [string, string]
  /** Twelve, by pick index. */
  readonly picks: readonly { readonly name: string; readonly espnId: string }[]
}

const batchSize = 500

/**
 * All entries of a tournament in batches. Call this in a transaction that has locked the
 * tournament; otherwise picks and version may be inconsistent.
 */
export function streamAuditedEntries(trx: Db, tournamentId: number): AsyncGenerator<AuditedEntry[]> {
  return readInBatches(batchSize, (lastId) => listAuditedEntries(trx, tournamentId, lastId))
}

/** The next batch of entries with an id above `lastId`. */
async function listAuditedEntries(trx: Db, tournamentId: number, lastId: number): Promise<AuditedEntry[]> {
  const rows = await trx
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .select(['entries.id', 'entries.version', 'users.name', 'users.email'])
    .select(['entries.created_at as createdAt', 'entries.changed_at as changedAt'])
    .select('entries.withdrawn_at as withdrawnAt')
    .select(['entries.tiebreaker_1 as answer1', 'entries.tiebreaker_2 as answer2'])
    .where('entries.tournament_id', '=', tournamentId)
    .where('entries.id', '>', lastId)
    .orderBy('entries.id')
    .limit(batchSize)
    .execute()
  const picks = await trx
    .selectFrom('selections')
    .innerJoin('players', 'players.id', 'selections.player_id')
    .select(['selections.entry_id as entryId', 'players.name', 'players.espn_id as espnId'])
    .where('selections.tournament_id', '=', tournamentId)
    .where('selections.entry_id', '>', lastId)
    .where('selections.entry_id', '<=', rows.at(-1)?.id ?? lastId)
    .orderBy('selections.entry_id')
    .orderBy('selections.pick_index')
    .execute()
  const picksByEntry = Map.groupBy(picks, ({ entryId }) => entryId)
  return rows.map(({ name, email, answer1, answer2, ...entry }) => ({
    ...entry,
    owner: { name, email: toAddress(email) },
    answers: [answer1, answer2],
    picks: picksByEntry.get(entry.id) ?? [],
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
