import { entryNumberOfPick, picksPerEntryRecord, tierNames } from '#domain/tournament/tournament.ts'
import { toSignInName } from '#server/delivery/mail/email-address.ts'
import { listDevices } from '#server/delivery/push/push-store.ts'
import { findSettings } from '#server/messages/notifications/notification-store.ts'
import { listPeople, removeOtherPeople, streamAuditEntries } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findAccount } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { listReplacedEmails } from '#server/sign-in/accounts/email-change-store.ts'
import { countRecoveryCodes, findSecondFactor } from '#server/sign-in/accounts/second-factor-store.ts'
import { listOwnInvitations } from '#server/sign-in/invitations/invitation-mail-store.ts'
import { loadInvitationKey, toAddressDigest } from '#server/sign-in/invitations/invitation-tokens.ts'
import { listSessions } from '#server/sign-in/provider/provider-sessions.ts'
import { listFollowedRivals } from '#server/users/followed-rival-store.ts'
import { listFriendGroups } from '#server/users/friend-group-store.ts'
import { accountIdsOf, listIdentities } from '#server/users/identity-store.ts'
import { findUser, listUsersById, type UserRecord } from '#server/users/user-store.ts'
import { findAccountTimes, listEmailsTo, listOwnActs, listOwnEntries } from './personal-data-store.ts'
import { findSubject, type Subject } from './user-deletion.ts'
import { listMergedUsers } from './user-deletion-store.ts'

/**
 * Everything that the pool stores about a person, and nothing about others, for their own download. It contains their picks
 * before the start, so only they may have it (docs/security.md, 11.5). Undefined if there is no such user.
 */
export async function collectPersonalData(db: Db, userId: number, now: Date) {
  const record = await findUser(db, userId)
  if (!record || record.isDeleted) return undefined
  const subject = await findSubject(db, record)
  const identities = await listIdentities(db, userId)
  const accountIds = accountIdsOf(identities)
  return {
    madeAt: now.toISOString(),
    profile: toProfile(record),
    mergedUsers: await listMergedUsers(db, userId),
    signIns: identities,
    accounts: await Promise.all(accountIds.map((id) => collectAccount(db, id, now))),
    entries: (await listOwnEntries(db, subject.userIds)).map(toEntry),
    ...(await listOwnActs(db, userId, accountIds)),
    rivals: (await listUsersById(db, [0, ...(await listFollowedRivals(db, userId))])).map(({ user }) => user.name),
    groups: (await listFriendGroups(db, userId)).map(({ name }) => name),
    notices: await collectNotifications(db, userId),
    auditLog: await collectAuditLog(db, subject),
    emails: await collectEmails(db, subject, record),
    invitationsByEmail: await collectInvitations(db, subject, now),
  }
}

/** The data of someone who registered but never opened the app: an account without a user. */
export async function collectAccountData(db: Db, accountId: string, now: Date) {
  return { madeAt: now.toISOString(), accounts: [await collectAccount(db, accountId, now)] }
}

function toProfile({ user, emailVerified, isReal, isBlocked, createdAt }: UserRecord) {
  const { id, name, userName: email, isAdmin, isPowerUser } = user
  return { id, name, email, emailVerified, isAdmin, isPowerUser, hasSignedIn: isReal, isBlocked, createdAt }
}

/** The password is stored as a hash, and the second factor encrypted: neither is of use outside of the pool. */
async function collectAccount(db: Db, accountId: string, now: Date) {
  const account = await findAccount(db, accountId)
  const secondFactor = await findSecondFactor(db, accountId)
  return {
    id: accountId,
    name: account?.name,
    email: account && toSignInName(account.email),
    emailVerified: account?.emailVerified,
    replacedEmails: await listReplacedEmails(db, accountId),
    createdAt: (await findAccountTimes(db, accountId))?.created_at,
    secondFactor: secondFactor && {
      createdAt: secondFactor.createdAt,
      unusedRecoveryCodes: await countRecoveryCodes(db, accountId),
    },
    hasPassword: account?.passwordHash !== undefined,
    connectedSignIns: (await listConnectedSignIns(db, accountId)).map(
      ({ id: _id, accountId: _accountId, userHandle: _userHandle, publicKey: _publicKey, subject, ...connected }) =>
        connected.passkeyName === null ? { ...connected, subject } : connected,
    ),
    sessions: (await listSessions(db, accountId, now)).map(({ signedInAt, lastUse }) => ({ signedInAt, lastUse })),
  }
}

function toEntry(entry: Awaited<ReturnType<typeof listOwnEntries>>[number]) {
  const { id, tournamentId, name, start, version, createdAt, changedAt, question1, question2, answer1, answer2 } = entry
  const { withdrawnAt, withdrawalReason } = entry
  return {
    id,
    tournament: { id: tournamentId, name, start },
    saves: version,
    createdAt,
    changedAt,
    ...(withdrawnAt !== null && { withdrawnAt, withdrawalReason }),
    tiebreakers: [
      { question: question1, answer: answer1 },
      { question: question2, answer: answer2 },
    ],
    picks: entry.picks.slice(0, picksPerEntryRecord).map(({ pick_index, name: golfer, espnId }) => ({
      entryNumber: entryNumberOfPick(pick_index),
      tier: tierNames[pick_index % tierNames.length],
      golfer,
      espnId,
    })),
  }
}

/** Omits the addresses and keys of devices, because anyone who has them can send messages there. */
async function collectNotifications(db: Db, userId: number) {
  const devices = await listDevices(db, userId)
  return { ...(await findSettings(db, userId)), devices: devices.map(({ name, createdAt }) => ({ name, createdAt })) }
}

/** The rows that the person wrote or that name them. */
async function collectAuditLog(db: Db, { userIds }: Subject) {
  const found = []
  for await (const entries of streamAuditEntries(db)) {
    for (const { at, userId, action, details } of entries) {
      const byYou = userId !== null && userIds.includes(userId)
      if (byYou || listPeople(details).some((id) => userIds.includes(id)))
        found.push({ at, byYou, action, details: removeOtherPeople(details, userIds) })
    }
  }
  return found
}

/** The pool knows them by digests of the addresses only. */
async function collectInvitations(db: Db, { emails }: Subject, now: Date) {
  const key = await loadInvitationKey(db, now)
  return listOwnInvitations(
    db,
    emails.map((email) => toAddressDigest(key, email)),
  )
}

/** The first part of an email's key is its kind; the rest may identify others. Older emails went to an earlier owner. */
async function collectEmails(db: Db, { emails }: Subject, { createdAt }: UserRecord) {
  const rows = await listEmailsTo(db, emails, createdAt)
  return rows.map(({ request_key, ...times }) => ({ about: request_key.split(':')[0], ...times }))
}
