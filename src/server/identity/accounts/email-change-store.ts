import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { sha256 } from '#server/sha256.ts'

/** A change of address that the old mailbox, `email`, can undo (docs/security.md, 1.6). */
export type EmailChange = { accountId: string; email: string }

const undoMs = 7 * 24 * 60 * 60_000

/** Returns the code that undoes the change. Its digest alone is stored, as that of other codes. */
export async function addEmailChange(trx: Db, { accountId, email }: EmailChange, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + undoMs).toISOString()
  await trx
    .insertInto('email_changes')
    .values({ digest: sha256(code), account_id: accountId, email, expires_at: expiresAt })
    .execute()
  return code
}

/** Finds a change that can still be undone. */
export async function findEmailChange(db: Db, code: string, now: Date): Promise<EmailChange | undefined> {
  const row = await db
    .selectFrom('email_changes')
    .select(['account_id', 'email'])
    .where('digest', '=', sha256(code))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row && { accountId: row.account_id, email: row.email }
}

/** The addresses that can be restored. */
export function listReplacedEmails(db: Db, accountId: string) {
  return db
    .selectFrom('email_changes')
    .select(['email', 'expires_at as restorableUntil'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** Removes a change that is undone, and later ones of the account: their links went to the addresses that replaced this one. */
export async function removeUndoneChanges(trx: Db, accountId: string, code: string): Promise<void> {
  await trx
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('id', '>=', ({ selectFrom }) => selectFrom('email_changes').select('id').where('digest', '=', sha256(code)))
    .execute()
}

export async function removeExpiredChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now.toISOString()).execute()
}
