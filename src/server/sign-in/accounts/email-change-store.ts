import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'

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
export async function findEmailChange(db: Db, code: string, now: Date) {
  const row = await db
    .selectFrom('email_changes')
    .select(['account_id as accountId', 'email', 'expires_at'])
    .where('digest', '=', sha256(code))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row && { ...row, madeAt: new Date(Date.parse(row.expires_at) - undoMs) }
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

/**
 * When an account returns to an address: removes the change from it, and later ones, whose links went to the addresses that
 * replaced it. Returns false if there is none.
 */
export async function removeChangesSince(trx: Db, { accountId, email }: EmailChange): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('id', '>=', ({ selectFrom }) =>
      selectFrom('email_changes')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('account_id', '=', accountId)
        .where('email', '=', email),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function removeExpiredChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now.toISOString()).execute()
}
