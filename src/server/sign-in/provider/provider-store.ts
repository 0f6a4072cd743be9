import type { Insertable } from 'kysely'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** The claim of an access token with the id of its session's grant. */
export const grantClaim = 'grant_id'

/** The claim with the id of the connected sign-in from whose groups the session has its role. */
export const connectionClaim = 'connection_id'

export async function saveRecord(db: Db, record: Insertable<Tables['provider_records']>): Promise<void> {
  // An updated record stays consumed.
  const { model: _model, id: _id, consumed_at: _consumed, ...values } = record
  await db
    .insertInto('provider_records')
    .values(record)
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
    .execute()
}

/** Finds a record that has not expired, with `signInsValidFrom` of its account in the same statement. */
export function findRecord(db: Db, model: string, column: 'id' | 'uid', value: string, now: Date) {
  return db
    .selectFrom('provider_records')
    .leftJoin('accounts', 'accounts.id', 'account_id')
    .select(['payload', 'consumed_at as consumedAt', 'sign_ins_valid_from as signInsValidFrom'])
    .where('model', '=', model)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .where(`provider_records.${column}`, '=', value)
    .executeTakeFirst()
}

/** Returns false if it was already consumed. Of two concurrent calls, one succeeds. */
export async function consumeRecord(db: Db, model: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_records')
    .set({ consumed_at: now.toISOString() })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeRecord(db: Db, model: string, id: string): Promise<void> {
  await db.deleteFrom('provider_records').where('model', '=', model).where('id', '=', id).execute()
}

export async function removeRecordsOfGrant(db: Db, grantId: string): Promise<void> {
  await db.deleteFrom('provider_records').where('grant_id', '=', grantId).execute()
}

/** The payloads of an account's records of one model that have not expired. */
export async function listPayloadsOfAccount(db: Db, model: string, accountId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_records')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('model', '=', model)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return rows.map((row) => row.payload)
}

/** Removes an account's sessions, grants, codes and unfinished sign-ins that know the account. With `model`, only these. */
export async function removeRecordsOfAccount(db: Db, accountId: string, model?: string): Promise<void> {
  const all = db.deleteFrom('provider_records').where('account_id', '=', accountId)
  await (model ? all.where('model', '=', model) : all).execute()
}

export async function removeExpiredRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_records').where('expires_at', '<=', now.toISOString()).execute()
}

const maxRemoved = 1000

/** Removes the records of a model that expire first, beyond `max`. */
export async function removeOldestRecords(db: Db, model: string, max: number): Promise<void> {
  // Databases need a limit before an offset.
  const newestFirst = db.selectFrom('provider_records').select('id').where('model', '=', model)
  const oldest = newestFirst.orderBy('expires_at', 'desc').limit(maxRemoved).offset(max)
  await db.deleteFrom('provider_records').where('model', '=', model).where('id', 'in', oldest).execute()
}

type OneTimeRecords = {
  readonly model: string
  readonly lifetimeMs: number
  /** The maximum number of records, if anyone can add one (docs/security.md, 2.6). */
  readonly max?: number
}

/** Creates a store of records that work once, within their lifetime. They are in the table of the provider's records. */
export function createOneTimeRecords<Content>(db: Db, clock: Pick<Clock, 'now'>, records: OneTimeRecords) {
  const { model, lifetimeMs, max } = records
  return {
    /** Saves a record, or replaces it. A record of an account is removed together with the account's sessions. */
    async save(id: string, content: Content, accountId: string | null = null): Promise<void> {
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString()
      const payload = JSON.stringify(content)
      await saveRecord(db, { model, id, payload, account_id: accountId, expires_at: expiresAt })
      if (max !== undefined) await removeOldestRecords(db, model, max)
    },
    async find(id: string): Promise<Content | undefined> {
      const found = await findRecord(db, model, 'id', id, clock.now())
      // Written by `save`.
      return found && (JSON.parse(found.payload) as Content)
    },
    /** Returns and removes a record that is still valid. Of two concurrent calls, one succeeds. */
    async redeem(id: string): Promise<Content | undefined> {
      const row = await db
        .deleteFrom('provider_records')
        .where('model', '=', model)
        .where('id', '=', id)
        .where('expires_at', '>', clock.now().toISOString())
        .returning('payload')
        .executeTakeFirst()
      // Written by `save`.
      return row && (JSON.parse(row.payload) as Content)
    },
  }
}
