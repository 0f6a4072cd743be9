import { addEmails, composeMail } from '#server/delivery/mail/mail.ts'
import { addPushes, listDevices } from '#server/delivery/push/push-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignedIn } from '#server/platform/http/authenticate.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { removeCodes } from '#server/sign-in/accounts/one-time-code-store.ts'
import { findOwnConfirmation } from '#server/sign-in/provider/own-confirmation.ts'
import { accountIdsOf, listIdentities } from '#server/users/identity-store.ts'
import { listOrganiserAddresses, selectOrganisers, setRole, type UserRecord } from '#server/users/user-store.ts'
import { listFutureAdmins } from './future-admin-store.ts'

const notEligibleText =
  'They must have signed in and confirmed their address, not be blocked, and have set their password since somebody entered by another’s link.'

const noticeLifetimeMs = 7 * 24 * 60 * 60 * 1000

type Options = {
  /** Null with an external provider, which knows the passwords. */
  accounts: { confirmsEmail: boolean } | null
  publicUrl: string
}

/**
 * Makes a user an admin, for an admin who has just confirmed with their own password or passkey (docs/security.md, 10.8).
 * Every admin is told. A repeat does nothing.
 */
export async function grantAdmin(
  trx: Db,
  { user }: UserRecord,
  by: SignedIn,
  { accounts, publicUrl }: Options,
  now: Date,
): Promise<void> {
  if (accounts === null || by.session === null)
    throw new Problem('not-found', { detail: 'Only the operator or the sign-in provider makes admins here.' })
  if (user.isAdmin) return
  const [isPossible] = await listFutureAdmins(trx, accounts, user.id)
  if (!isPossible) throw new Problem('not-eligible', { detail: notEligibleText })
  const confirmation = await findOwnConfirmation(trx, by.session, now)
  if (confirmation === 'needed') throw new Problem('confirmation-needed')
  if (confirmation === 'impossible') throw new Problem('confirmation-impossible')
  // Nobody gets into the account by a link that was made before.
  for (const id of accountIdsOf(await listIdentities(trx, user.id))) await removeCodes(trx, id)
  await setRole(trx, user.id, 'admin', true)
  await addAuditEntry(
    trx,
    { userId: by.user.id, action: 'role granted', details: { userId: user.id, role: 'admin' } },
    now,
  )
  await tellAdmins(trx, { name: user.name, by: by.user.name, key: `${user.id}:${now.toISOString()}`, publicUrl }, now)
}

type News = { name: string; by: string; key: string; publicUrl: string }

async function tellAdmins(trx: Db, { name, by, key, publicUrl }: News, now: Date): Promise<void> {
  const requestKey = `new-admin:${key}`
  const message = composeMail({
    subject: `${name} is an admin of ${poolName} now`,
    paragraphs: [
      'Hello,',
      `${by} has made ${name} an admin of ${poolName}. Admins can do everything in the pool, and can make others admins.`,
      'If this is wrong, tell the operator at once: only their command takes the role away.',
    ],
    action: { text: 'Open Admin', url: `${publicUrl}/admin` },
  })
  const recipients = await listOrganiserAddresses(trx, 'admins', now)
  await addEmails(
    trx,
    recipients.map((recipient) => ({ requestKey, recipient, message })),
    now,
  )
  const push = {
    title: `${name} is an admin now`,
    body: `${by} has given the role.`,
    path: '/admin',
    tag: 'new-admin',
    urgency: 'high',
    expiresAt: new Date(now.getTime() + noticeLifetimeMs).toISOString(),
  } as const
  for (const { id: userId } of await selectOrganisers(trx, 'admins', now).select('users.id').execute()) {
    const devices = await listDevices(trx, userId)
    await addPushes(
      trx,
      devices.map(({ id }) => ({ requestKey, subscriptionId: id, push })),
      now,
    )
  }
}
