import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { endSignIns } from '#server/sign-in/provider/provider-sessions.ts'
import { accountIdsOf, listIdentities } from '#server/users/identity-store.ts'
import { findUser, hasAdmin, lockFirstUser } from '#server/users/user-store.ts'

/**
 * Blocks or unblocks, for admins and for the operator (`by`: null). Returns false for the only admin who can sign in, whom
 * only the operator can block (`force`).
 */
export async function setBlocked(
  trx: Db,
  userId: number,
  action: 'block' | 'unblock',
  by: number | null,
  now: Date,
  { force = false }: { force?: boolean | undefined } = {},
) {
  // Serialised with the deletion of other admins.
  await lockFirstUser(trx)
  const isAdmin = (await findUser(trx, userId))?.user.isAdmin
  if (action === 'block' && isAdmin && !force && !(await hasAdmin(trx, userId))) return false
  await (action === 'block' ? blockUser(trx, userId, now) : unblockUser(trx, userId))
  await addAuditEntry(trx, { userId: by, action: `user ${action}ed`, details: { userId } }, now)
  return true
}

/** Refuses every token and sign-in of the user from now on, and ends those that exist. Call it in a transaction. */
export async function blockUser(trx: Db, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ is_blocked: 1, tokens_valid_from: now.toISOString() })
    .where('id', '=', userId)
    .execute()
  for (const id of accountIdsOf(await listIdentities(trx, userId))) await endSignIns(trx, id, now)
}

/** Lets the user sign in again. */
export async function unblockUser(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('users').set({ is_blocked: 0 }).where('id', '=', userId).execute()
}

/** The users who were blocked after this time, latest last. */
export async function listBlockedSince(db: Db, since: string): Promise<{ id: number; at: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'tokens_valid_from'])
    .where('tokens_valid_from', '>', since)
    .orderBy('tokens_valid_from')
    .execute()
  return rows.flatMap(({ id, tokens_valid_from: at }) => (at === null ? [] : [{ id, at }]))
}
