import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { embeddedIssuer, findUserByIdentity, type IdentifiedUser } from '#server/users/identity-store.ts'

/** The user of an account; undefined until its owner opens the app for the first time. */
export function findUserOfAccount(db: Db, accountId: string): Promise<IdentifiedUser | undefined> {
  return findUserByIdentity(db, { issuer: embeddedIssuer, subject: accountId })
}

type Entry = { action: string; details?: Readonly<Record<string, unknown>> }

/** Records a change of an account in the audit log, which lists users: without a user, there is nothing to record. */
export async function addAccountAuditEntry(trx: Db, accountId: string, entry: Entry, now: Date): Promise<void> {
  const found = await findUserOfAccount(trx, accountId)
  if (found) await addAuditEntry(trx, { details: {}, ...entry, userId: found.user.id }, now)
}
