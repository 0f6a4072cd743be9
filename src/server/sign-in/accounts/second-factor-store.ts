import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'

/** `secret` is encrypted. */
export async function findSecondFactor(db: Db, accountId: string) {
  const row = await db
    .selectFrom('second_factors')
    .select(['secret', 'created_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { secret: row.secret, createdAt: new Date(row.created_at) }
}

/** Returns false if the account has one already. `lastStep`: the time step of the code that has been used. */
export async function addSecondFactor(
  db: Db,
  accountId: string,
  { secret, lastStep }: { secret: string; lastStep: number },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, secret, last_step: lastStep, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records the use of a code. Returns false if it, or a later one, was used before. Of two concurrent calls, one succeeds. */
export async function consumeStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if there was none, or it was turned on before `since`. */
export async function removeSecondFactor(db: Db, accountId: string, since = new Date(0)): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since.toISOString())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  return true
}

export async function replaceRecoveryCodes(db: Db, accountId: string, digests: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ digest, account_id: accountId })))
    .execute()
}

/** Consumes a recovery code. Of two concurrent calls, one succeeds. */
export async function redeemRecoveryCode(db: Db, accountId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId))
}
