import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { type CodePurpose, findCode, removeCodes } from './one-time-code-store.ts'

export type Account = ReturnType<typeof toAccount>

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
  return row && toAccount(row)
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** The account for which a valid one-time code was created. */
export async function findAccountByCode(db: Db, purpose: CodePurpose, code: unknown, now: Date) {
  const found = typeof code === 'string' ? await findCode(db, purpose, code, now) : undefined
  return found && findAccount(db, found.accountId)
}

/**
 * Locks the account until the transaction ends, by an update that changes nothing (see `lockUser`). Returns false if it has
 * been removed, or its sign-ins have been ended, since it was read.
 */
export async function lockAccount(trx: Db, account: Pick<Account, 'id' | 'signInsValidFrom'>): Promise<boolean> {
  const { id, signInsValidFrom } = account
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id)
    .where('sign_ins_valid_from', signInsValidFrom === null ? 'is' : '=', signInsValidFrom)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the account's unfinished sign-ins: they compare this time when they finish. Its sessions are kept. */
export async function endUnfinishedSignIns(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('accounts').set({ sign_ins_valid_from: now.toISOString() }).where('id', '=', id).execute()
}

export async function listAccountIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns false if the address is taken. */
export async function addAccount(db: Db, account: Account, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      email_verified: account.emailVerified ? 1 : 0,
      name: account.name,
      password_hash: account.passwordHash ?? '',
      created_at: now.toISOString(),
      sign_ins_valid_from: account.signInsValidFrom,
      admitted_by: account.admittedBy ?? null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Removes an account that this transaction has added. */
export async function removeNewAccount(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('accounts').where('id', '=', id).execute()
}

/** Sets the password, or ends it with an empty hash. */
export async function changePassword(db: Db, id: string, passwordHash: string, now: Date): Promise<void> {
  const password_set_at = passwordHash === '' ? null : now.toISOString()
  await db.updateTable('accounts').set({ password_hash: passwordHash, password_set_at }).where('id', '=', id).execute()
}

/** Replaces a hash by one with the current parameters, unless the password was changed in the meantime. */
export async function replacePasswordHash(db: Db, account: Account, passwordHash: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.passwordHash ?? '')
    .execute()
}

export async function changeAccountName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name }).where('id', '=', id).execute()
}

/**
 * Changes the address, and ends the codes that were sent to the old one and unfinished sign-ins. Returns false if the address
 * is taken; call it in a transaction that is retried, because another one may take it at the same time.
 */
export async function changeAccountEmail(
  trx: Db,
  id: string,
  email: string,
  { isVerified, now }: { isVerified: boolean; now: Date },
): Promise<boolean> {
  const other = await findAccountByEmail(trx, email)
  if (other && other.id !== id) return false
  await trx
    .updateTable('accounts')
    .set({ email, email_verified: isVerified ? 1 : 0, admitted_by: null })
    .where('id', '=', id)
    .execute()
  await endUnfinishedSignIns(trx, id, now)
  await removeCodes(trx, id)
  return true
}

export async function confirmAccountEmail(db: Db, id: string): Promise<void> {
  await db.updateTable('accounts').set({ email_verified: 1, admitted_by: null }).where('id', '=', id).execute()
}

/** Counts accounts whose password was hashed with another pepper. */
export function countPepperedPasswords(db: Db, exceptId: string | undefined): Promise<number> {
  const hashed = db.selectFrom('accounts').where('password_hash', '<>', '').where('password_hash', 'not like', '$%')
  return countRows(hashed.where('password_hash', 'not like', `${exceptId ?? '$'}%`))
}

/** An account of the embedded provider. */
function toAccount(row: Selectable<Tables['accounts']>) {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    name: row.name,
    /** Undefined if it has no password and signs in at an upstream provider. */
    passwordHash: row.password_hash === '' ? undefined : row.password_hash,
    /** Null, or when its sign-ins were last ended: it is another account for those that began before. */
    signInsValidFrom: row.sign_ins_valid_from,
    /** An organiser lets it in although nobody has proved the address. */
    ...(row.admitted_by !== null && { admittedBy: row.admitted_by }),
  }
}

/** Removes an account of the embedded provider, with its sessions, codes, connected sign-ins and second factor. */
export async function removeAccount(trx: Db, accountId: string): Promise<void> {
  // The database removes changes of address and connected sign-ins with the account.
  for (const table of ['account_codes', 'second_factors', 'recovery_codes', 'provider_records'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
}
