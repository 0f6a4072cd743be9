import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** A subject at an upstream provider. */
export type UpstreamSubject = { issuer: string; subject: string }

/** The issuer of a passkey, which is stored as a connected sign-in; the subject is the passkey's id. */
export const passkeyIssuer = 'webauthn://passkey'

export type NewPasskey = { passkey_name: string; user_handle: string; public_key: string; counter: number }

export type ConnectedSignIn = ReturnType<typeof toConnectedSignIn>

export async function findConnectedSignIn(db: Db, { issuer, subject }: UpstreamSubject) {
  const row = await db
    .selectFrom('connected_sign_ins')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && toConnectedSignIn(row)
}

/** Lists the connected sign-ins of an account, the oldest first. */
export async function listConnectedSignIns(db: Db, accountId: string): Promise<ConnectedSignIn[]> {
  const rows = await db
    .selectFrom('connected_sign_ins')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toConnectedSignIn)
}

/** Returns false if the subject is connected already, to this account or to another. */
export async function addConnectedSignIn(
  db: Db,
  { accountId, issuer, subject, email }: UpstreamSubject & { accountId: string; email: string | null },
  now: Date,
  passkey?: NewPasskey,
): Promise<boolean> {
  const times = { created_at: now.toISOString(), last_used_at: now.toISOString() }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('connected_sign_ins')
    .values({ id: randomUUID(), account_id: accountId, issuer, subject, email, ...times, ...passkey })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function recordUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('connected_sign_ins').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Returns false if it was removed, or its counter is not higher than at its last use. 0: its authenticator does not count. */
export async function recordPasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connected_sign_ins')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removePasskeys(db: Db, accountId: string): Promise<void> {
  const all = db.deleteFrom('connected_sign_ins').where('account_id', '=', accountId)
  await all.where('issuer', '=', passkeyIssuer).execute()
}

/** Returns false if the account has no such connection. */
export async function removeConnectedSignIn(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connected_sign_ins')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function removeConnectedSignIns(db: Db, accountId: string, exceptId = ''): Promise<void> {
  await db.deleteFrom('connected_sign_ins').where('account_id', '=', accountId).where('id', '!=', exceptId).execute()
}

/** A subject at an upstream provider, or a passkey, that signs in to an account. */
function toConnectedSignIn(row: Selectable<Tables['connected_sign_ins']>) {
  return {
    id: row.id,
    accountId: row.account_id,
    issuer: row.issuer,
    subject: row.subject,
    /** The address at the provider when it was connected. */
    email: row.email,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    /** The role that the provider groups gave at the last sign-in. */
    groupRole: row.group_role,
    groupsReadAt: row.groups_read_at,
    /** Null unless it is a passkey. */
    passkeyName: row.passkey_name,
    userHandle: row.user_handle,
    publicKey: row.public_key,
  }
}
