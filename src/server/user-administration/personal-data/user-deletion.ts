import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeliverable } from '#server/delivery/mail/email-address.ts'
import { addMail, composeMail } from '#server/delivery/mail/mail.ts'
import { mailFileName } from '#server/delivery/mail/mailer.ts'
import type { Outbox } from '#server/delivery/outbox/outbox.ts'
import { findSettings, removeNotificationSettings } from '#server/messages/notifications/notification-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import { removeEntry } from '#server/pool/entries/entry-store.ts'
import { findEntryRecord } from '#server/pool/entries/entry-withdrawal-store.ts'
import { removePayments } from '#server/pool/payments/payment-store.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findTournament, lockTournament } from '#server/pool/tournaments/tournament-store.ts'
import { findAccount, removeAccount } from '#server/sign-in/accounts/account-store.ts'
import { addRefusals } from '#server/sign-in/invitations/invitation-mail-store.ts'
import { loadInvitationKey, toAddressDigest } from '#server/sign-in/invitations/invitation-tokens.ts'
import { removeFollowedRivals } from '#server/users/followed-rival-store.ts'
import { leaveAllFriendGroups } from '#server/users/friend-group-store.ts'
import { accountIdsOf, listIdentities, removeIdentities } from '#server/users/identity-store.ts'
import { requireNoRole } from '#server/users/provider-group-role-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { findUser, hasAdmin, lockFirstUser, lockUser, type UserRecord } from '#server/users/user-store.ts'
import {
  anonymiseLeaderboard,
  anonymiseUser,
  isSharedAddress,
  listMergedUsers,
  listTournamentsOf,
  removeEmailsTo,
} from './user-deletion-store.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  config: Pick<Config, 'dataFolder' | 'publicUrl' | 'timeZone' | 'mail'>
  /** The command line has neither: running processes detect ended tokens and new emails themselves. */
  eventBus?: Pick<EventBus, 'publish'>
  outbox?: Pick<Outbox, 'wake'>
}

/** The owner, the operator, or the id of an admin, who deletes no organiser. */
type DeletedBy = 'owner' | 'operator' | number

/** The user in the audit log; null for the operator. */
function toActor(by: DeletedBy, ownerId: number): number | null {
  if (by === 'owner') return ownerId
  return by === 'operator' ? null : by
}

type Forced = { force?: boolean | undefined }

export type UserDeletion = ReturnType<typeof createUserDeletion>

export type Deletion = { kind: 'deleted' } | { kind: 'last-admin' } | { kind: 'not-found' }

/**
 * Deletes users, for their owners and for the operator (docs/rules.md, 11.7). One transaction does everything or nothing,
 * and repeating it has no further effect.
 */
export function createUserDeletion({ db, clock, config, eventBus, outbox }: Options) {
  /** `force`: even the only admin who can sign in. Never set for a request. */
  async function deleteUser(userId: number, by: DeletedBy, { force = false }: Forced = {}): Promise<Deletion> {
    const { result, mailIds, boards } = await inRetriedTransaction(db, (trx) =>
      deleteInTransaction(trx, userId, by, force),
    )
    if (result.kind !== 'deleted') return result
    for (const id of mailIds) rmSync(join(config.dataFolder, 'outbox', mailFileName(id)), { force: true })
    await eventBus?.publish('users', userId)
    await eventBus?.publish('tournament', 0)
    for (const id of boards) await eventBus?.publish('leaderboard', id)
    outbox?.wake()
    return result
  }

  async function deleteInTransaction(trx: Db, userId: number, by: DeletedBy, force: boolean) {
    // Two admins who delete themselves at the same time must not both find the other one.
    await lockFirstUser(trx)
    const user = (await lockUser(trx, userId)) ? await findUser(trx, userId) : undefined
    if (!user) return { result: { kind: 'not-found' } as const, mailIds: [], boards: [] }
    if (typeof by === 'number') await requireNoRole(trx, user)
    if (user.user.isAdmin && !force && !(await hasAdmin(trx, userId)))
      return { result: { kind: 'last-admin' } as const, mailIds: [], boards: [] }
    const subject = await findSubject(trx, user)
    const tournaments = []
    for (const id of await listTournamentsOf(trx, subject.userIds)) {
      const tournament = await lockTournament(trx, id)
      if (tournament) tournaments.push(tournament)
    }
    const now = await clock.authoritativeNow(trx)

    const boards: number[] = []
    for (const tournament of tournaments) {
      if (!(await observeStart(trx, tournament, now))) {
        for (const id of subject.userIds) await removePendingEntry(trx, id, tournament.id, now)
      }
      await bumpTournamentVersion(trx, tournament.id)
      if (await anonymiseLeaderboard(trx, tournament.id, userId)) boards.push(tournament.id)
    }
    for (const id of accountIdsOf(await listIdentities(trx, userId))) await removeAccount(trx, id)
    await removeIdentities(trx, userId, now)
    const timeZone = (await findSettings(trx, userId)).timeZone ?? config.timeZone
    await removeNotificationSettings(trx, userId)
    await removeFollowedRivals(trx, [userId])
    await leaveAllFriendGroups(trx, userId)
    for (const id of subject.userIds) await anonymiseUser(trx, id, now)
    const mailIds = await removeEmailsTo(trx, subject.emails)
    await refuseInvitations(trx, subject.emails, now)
    await addAuditEntry(trx, { userId: toActor(by, userId), action: 'user deleted', details: { userId } }, now)
    // Email files would keep the address.
    if (user.isReal && isDeliverable(user.user.userName) && config.mail.kind === 'smtp')
      await addDeletionMail(trx, user, now, timeZone)
    return { result: { kind: 'deleted' } as const, mailIds, boards }
  }

  /** The last email: the pool then deletes the address. */
  async function addDeletionMail(trx: Db, { user }: UserRecord, now: Date, timeZone: string): Promise<void> {
    const message = composeMail({
      subject: 'Your account was deleted',
      paragraphs: [
        `Hello ${user.name},`,
        `Your account at ${poolName}, ${config.publicUrl}, was deleted on ${formatMailTime(now, timeZone)}.`,
        'Your entries in tournaments that have started remain, under the name “Former player”. You can register again with this address.',
        'If this wasn’t you, contact the organiser of your pool.',
      ],
    })
    const mail = { requestKey: `deleted:${user.id}`, recipient: user.userName, message, isHighPriority: true }
    await addMail(trx, { ...mail, isDeletedWhenDone: true }, now)
  }

  return {
    /** Undefined if there is no such user. */
    async preview(userId: number) {
      const user = await findUser(db, userId)
      if (!user || user.isDeleted || user.mergedInto !== null) return undefined
      const now = await clock.authoritativeNow(db)
      /** Names of tournaments whose entry is removed, because they have not started. */
      const removed: string[] = []
      /** Names of tournaments that keep the entry or the places under "former player". */
      const kept: string[] = []
      for (const id of await listTournamentsOf(db, (await findSubject(db, user)).userIds)) {
        const tournament = await findTournament(db, id)
        if (tournament) ((await observeStart(db, tournament, now)) ? kept : removed).push(tournament.name)
      }
      const isLastAdmin = user.user.isAdmin && !(await hasAdmin(db, userId))
      return { user, removed, kept, isLastAdmin }
    },

    deleteUser,

    /** Someone who registered but never opened the app has an account without a user. */
    async deleteAccountWithoutUser(accountId: string): Promise<void> {
      await inRetriedTransaction(db, (trx) => removeAccount(trx, accountId))
    },
  }
}

/** A person: the user, those merged into them, and the addresses that are only theirs. */
export type Subject = { userIds: readonly number[]; emails: readonly string[] }

/** The person whose data it is. Omits an address that another user also has, because the data under it may be theirs. */
export async function findSubject(db: Db, { user }: Pick<UserRecord, 'user'>): Promise<Subject> {
  const merged = await listMergedUsers(db, user.id)
  const accounts = await Promise.all(accountIdsOf(await listIdentities(db, user.id)).map((id) => findAccount(db, id)))
  const userIds = [user.id, ...merged.map(({ id }) => id)]
  const addresses = new Set([user.userName, ...merged.map(({ email }) => email)])
  for (const account of accounts) if (account) addresses.add(account.email)
  const emails = []
  for (const email of addresses) if (!(await isSharedAddress(db, email, userIds))) emails.push(email)
  return { userIds, emails }
}

/** Whoever has left is not invited again. The pool keeps a digest, from which nobody can tell the address. */
async function refuseInvitations(trx: Db, emails: readonly string[], now: Date): Promise<void> {
  const key = await loadInvitationKey(trx, now)
  const digests = emails.filter(isDeliverable).map((email) => toAddressDigest(key, email))
  await addRefusals(trx, digests, now)
}

async function removePendingEntry(trx: Db, userId: number, tournamentId: number, now: Date): Promise<void> {
  await removePayments(trx, tournamentId, [userId])
  const entry = await findEntryRecord(trx, { userId, tournamentId })
  if (!entry) return
  const { entryId } = entry
  await removeEntry(trx, entryId)
  await addAuditEntry(trx, { userId, action: 'entry removed', details: { tournamentId, entryId } }, now)
}
