import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ProviderRecordTable } from '#server/db/tables.ts'

export type ProviderRecord = { payload: string; consumedAt: Date | null }

export async function saveRecord(db: Db, record: Insertable<ProviderRecordTable>): Promise<void> {
  // An updated record stays consumed.
  const { model: _model, id: _id, consumed_at: _consumed, ...values } = record
  await db
    .insertInto('provider_records')
    .values(record)
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
    .execute()
}

export async function findRecord(
  db: Db,
  model: string,
  key: { id: string } | { uid: string } | { userCode: string },
  now: Date,
): Promise<ProviderRecord | undefined> {
  const records = db
    .selectFrom('provider_records')
    .select(['payload', 'consumed_at'])
    .where('model', '=', model)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now.toISOString())]))
  const found =
    'id' in key
      ? records.where('id', '=', key.id)
      : 'uid' in key
        ? records.where('uid', '=', key.uid)
        : records.where('user_code', '=', key.userCode)
  const row = await found.executeTakeFirst()
  return (
    row && { payload: row.payload, consumedAt: row.consumed_at === null ? null : new Date(row.consumed_at) }
  )
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

/** Ends all sessions of an account with their grants. */
export async function removeRecordsOfAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('provider_records').where('account_id', '=', accountId).execute()
}

export async function removeExpiredRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_records').where('expires_at', '<=', now.toISOString()).execute()
}
