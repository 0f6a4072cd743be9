import type { Db } from '#server/db/database.ts'
import { embeddedIssuer } from '#server/identity/tokens/token-verifier.ts'
import { sha256 } from '#server/sha256.ts'
import type { Identity } from '#server/users/identity-store.ts'

/** Shown instead of the name of a deleted user. */
export const formerPlayerName = 'Former player'

/** No such domain exists, and no two former players share an address. */
export function formerPlayerAddress(userId: number): string {
  return `former-player-${userId}@player-pool.invalid`
}

/** The sign-ins of a user, including accounts of the embedded provider. */
export async function listIdentities(db: Db, userId: number): Promise<(Identity & { createdAt: string })[]> {
  const rows = await db
    .selectFrom('user_identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('subject')
    .execute()
  return rows.map(({ issuer, subject, created_at }) => ({ issuer, subject, createdAt: created_at }))
}

export function accountIdsOf(identities: readonly Identity[]): string[] {
  return identities.filter(({ issuer }) => issuer === embeddedIssuer).map(({ subject }) => subject)
}

/** Removes the user's identities. Their tokens from before `now` must not create the user again. */
export async function removeIdentities(trx: Db, userId: number, now: Date): Promise<void> {
  for (const identity of await listIdentities(trx, userId)) {
    const deleted_at = now.toISOString()
    await trx
      .insertInto('deleted_identities')
      .values({ digest: digestOf(identity), deleted_at })
      .onConflict((conflict) => conflict.column('digest').doUpdateSet({ deleted_at }))
      .execute()
  }
  await trx.deleteFrom('user_identities').where('user_id', '=', userId).execute()
}

/** When the user of this identity was deleted. */
export async function findDeletionTime(db: Db, identity: Identity): Promise<Date | undefined> {
  const row = await db
    .selectFrom('deleted_identities')
    .select('deleted_at')
    .where('digest', '=', digestOf(identity))
    .executeTakeFirst()
  return row && new Date(row.deleted_at)
}

/** Removes an account of the embedded provider, with its sessions, codes, connected sign-ins and second factor. */
export async function removeAccount(trx: Db, accountId: string): Promise<void> {
  for (const table of [
    'account_codes',
    'connected_sign_ins',
    'second_factors',
    'recovery_codes',
    'provider_records',
  ] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
}

/** Removes a user's entry and its picks. */
export async function removeEntry(trx: Db, entryId: number): Promise<void> {
  await trx.deleteFrom('selections').where('entry_id', '=', entryId).execute()
  await trx.deleteFrom('entries').where('id', '=', entryId).execute()
}

/** The tournaments that show the user's name: entered, or with places. By id, the order in which they are locked. */
export async function listTournamentsOfUser(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('entries')
    .select('tournament_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('results').select('tournament_id').where('user_id', '=', userId))
    .orderBy('tournament_id')
    .execute()
  return rows.map((row) => row.tournament_id)
}

/** The users who were merged into this one. */
export async function listMergedUsers(db: Db, userId: number): Promise<{ id: number; name: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('merged_into', '=', userId)
    .orderBy('id')
    .execute()
}

/** Replaces all personal data, and invalidates the tokens issued before. */
export async function anonymiseUser(trx: Db, userId: number, now: Date): Promise<void> {
  const deletedAt = now.toISOString()
  await trx
    .updateTable('users')
    .set({
      name: formerPlayerName,
      email: formerPlayerAddress(userId),
      email_verified: 0,
      is_admin: 0,
      is_power_user: 0,
      is_blocked: 0,
      tokens_valid_from: deletedAt,
      deleted_at: deletedAt,
    })
    .where('id', '=', userId)
    .execute()
}

/** Whether another user has this address: data stored under it may then be theirs. */
export async function isSharedAddress(db: Db, email: string, userIds: readonly number[]): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', 'not in', [0, ...userIds])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Removes the emails to an address and returns their ids. */
export async function removeMailsTo(trx: Db, email: string): Promise<number[]> {
  const rows = await trx.deleteFrom('outbox').where('recipient', '=', email).returning('id').execute()
  return rows.map(({ id }) => id)
}

function digestOf({ issuer, subject }: Identity): string {
  return sha256(`${issuer}\n${subject}`)
}
