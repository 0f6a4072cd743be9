import { identityPaths } from '#contract/identity-page-paths.ts'
import type { User } from '#domain/permissions.ts'
import { addPushes, listDevices } from '#server/delivery/push/push-store.ts'
import { removeNotificationSettings } from '#server/messages/notifications/notification-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sealEntries } from '#server/pool/entries/entry-store.ts'
import {
  type Account,
  changePassword,
  confirmAccountEmail,
  findAccount,
} from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { removeConnectedSignIns, removePasskeys } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { type AccountCode, createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { removeSecondFactor } from '#server/sign-in/accounts/second-factor-store.ts'
import { accountIdsOf, listIdentities } from '#server/users/identity-store.ts'
import { endTokens, setLinkUsed } from '#server/users/user-store.ts'
import { endSignIns } from './provider-sessions.ts'

const noticeLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The account that a user signs in with: the one with their address, or else their first. */
export async function findAccountOfUser(db: Db, { id, userName }: User): Promise<Account | undefined> {
  const ids = accountIdsOf(await listIdentities(db, id))
  const accounts = (await Promise.all(ids.map((account) => findAccount(db, account)))).filter(
    (found) => found !== undefined,
  )
  return accounts.find(({ email }) => email === userName) ?? accounts[0]
}

/** A password that is ended. `by`: the admin, or null for the operator. */
type Reset = { account: Pick<Account, 'id'>; user: Pick<User, 'id'>; by: number | null; passwordHash?: string }

/** The old password and all sessions end immediately, because they may be compromised. */
export async function endPassword(trx: Db, { account, user, by, passwordHash = '' }: Reset, now: Date): Promise<void> {
  await changePassword(trx, account.id, passwordHash, now)
  await removePasskeys(trx, account.id)
  await endSignIns(trx, account.id, now)
  await endTokens(trx, user.id, now)
  const action = by === null ? 'password reset by the operator' : 'password reset'
  await addAuditEntry(trx, { userId: by, action, details: { userId: user.id } }, now)
}

/** Ends the password, and returns a link to choose another one, for an admin or the operator to give to its owner. */
export async function createPasswordLink(trx: Db, reset: Reset & { publicUrl: string }, now: Date): Promise<string> {
  await endPassword(trx, reset, now)
  return createLink(trx, { accountId: reset.account.id, isFromOther: true }, reset.publicUrl, now)
}

/** Returns a link with which a person without a confirmed address enters, for an organiser to give to them. */
export function createEntryLink(trx: Db, accountId: string, publicUrl: string, now: Date): Promise<string> {
  return createLink(trx, { accountId, isFromOther: true, days: 7 }, publicUrl, now)
}

async function createLink(trx: Db, about: AccountCode, publicUrl: string, now: Date): Promise<string> {
  return `${publicUrl}${identityPaths.resetPassword}?code=${await createCode(trx, 'reset-password', about, now)}`
}

/**
 * Somebody has used a link that somebody else made, and may not be the owner (docs/security.md, 10.6): all other sessions
 * end, what is saved is sealed, and the user's devices and screens say so, unless nobody has used the account before.
 */
export async function enterByLink(trx: Db, userId: number, now: Date, isUnused = false): Promise<void> {
  for (const id of accountIdsOf(await listIdentities(trx, userId))) await endSignIns(trx, id, now)
  await sealEntries(trx, userId)
  await addAuditEntry(trx, { userId, action: 'account entered by a link', details: { userId } }, now)
  if (isUnused) return
  await setLinkUsed(trx, userId, now)
  const push = {
    title: 'Your account was entered by a link',
    body: 'An organiser made a link to it, and it was used. If this wasn’t you, ask your organisers.',
    path: '/home',
    tag: 'entered-by-link',
    urgency: 'high',
    expiresAt: new Date(now.getTime() + noticeLifetimeMs).toISOString(),
  } as const
  const requestKey = `entered-by-link:${userId}:${now.toISOString()}`
  const devices = await listDevices(trx, userId)
  await addPushes(
    trx,
    devices.map(({ id }) => ({ requestKey, subscriptionId: id, push })),
    now,
  )
}

/** Proof of identity in addition to access to the mailbox: none, the account's password, or a connected sign-in. */
type Proof = 'mailbox' | 'password' | { connectionId: string }

/**
 * Confirms the address. Somebody else may have used it first, all the more if an organiser had admitted the account: what they
 * have prepared ends, and whoever has only the mailbox does not see what they have picked (docs/security.md, 6.5).
 */
export async function proveAddress(trx: Db, accountId: string, proof: Proof, now: Date): Promise<void> {
  // First, because it locks the account.
  await endSignIns(trx, accountId, now)
  const account = await findAccount(trx, accountId)
  await confirmAccountEmail(trx, accountId)
  const owner = (await findUserOfAccount(trx, accountId))?.user
  // Somebody else may have prepared these before anybody had proved the address.
  if (proof === 'mailbox' && account?.emailVerified === false) {
    await changePassword(trx, accountId, '', now)
    await removeConnectedSignIns(trx, accountId)
    if (owner) await removeNotificationSettings(trx, owner.id)
  }
  if (account?.admittedBy === undefined) return
  await endPreparations(trx, accountId, owner, typeof proof === 'string' ? '' : proof.connectionId)
  if (owner && proof === 'mailbox') await sealEntries(trx, owner.id)
}

/** Ends what is left of an earlier holder of an admitted account, beside the password and the sign-ins that have begun. */
export async function endPreparations(
  trx: Db,
  accountId: string,
  owner?: User,
  exceptConnectionId = '',
): Promise<void> {
  await removeConnectedSignIns(trx, accountId, exceptConnectionId)
  await removeSecondFactor(trx, accountId)
  if (owner) await removeNotificationSettings(trx, owner.id)
}
