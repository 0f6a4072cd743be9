import type { Merged, MergePreview, Person } from '#contract/admin-contract.ts'
import type { User } from '#domain/permissions.ts'
import { addEmails, composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { findSettings } from '#server/messages/notifications/notification-store.ts'
import type { ResultNotification } from '#server/messages/notifications/results.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { listEntriesOf, setEntryWithdrawal, toWithdrawalTime } from '#server/pool/entries/entry-withdrawal-store.ts'
import { addLockedChange } from '#server/pool/tournaments/locked-change-store.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findTournament, lockTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { replaceResult } from '#server/results/result-replacement.ts'
import { listClosingPlaces, removePlaces } from '#server/results/results-store.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import {
  listEnteredTournaments,
  listUsersById,
  lockFirstUser,
  lockUser,
  type UserRecord,
} from '#server/users/user-store.ts'
import { countUserData, listAdmitted, listSharedTournaments, markReal, transferUserData } from './merge-store.ts'

type Options = EditorServices & {
  notifyOfResult: ResultNotification
  publicUrl: string
  /** For the times in emails. */
  timeZone: string
}

/** The reason for a withdrawal, shown on the board. */
const secondEntry = 'a second entry of the same player'

type MergeParties = { target: UserRecord; sources: UserRecord[] }

export type UserMerger = ReturnType<typeof createUserMerger>

/** Merges users (docs/rules.md, 11.3; docs/security.md, 13). `userIds` has the target first, and each user once. */
export function createUserMerger({ db, clock, eventBus, outbox, notifyOfResult, publicUrl, timeZone }: Options) {
  return {
    /** Previews the merge and lists what prevents it. */
    async preview(userIds: readonly number[]): Promise<MergePreview> {
      const parties = await requireMergeParties(db, userIds)
      return {
        ...toMerged(parties),
        moves: await countUserData(db, toIds(parties.sources)),
        conflicts: await listSharedTournaments(db, userIds),
        privileged: listPrivileged(parties).map(toPerson),
        secret: await listSecret(db, userIds, await clock.authoritativeNow(db)),
      }
    },

    /** Does everything, or nothing and throws a problem. A repeat returns the same. */
    async merge(userIds: readonly number[], callerId: number): Promise<Merged> {
      const { parties, isNew } = await inRetriedTransaction(db, async (trx) => {
        await lockFirstUser(trx)
        for (const id of userIds.toSorted((a, b) => a - b)) await lockUser(trx, id)
        const found = await requireMergeParties(trx, userIds)
        if (isAlreadyMerged(found)) return { parties: found, isNew: false }
        await mergeLocked(trx, found, callerId)
        return { parties: found, isNew: true }
      })
      if (isNew) {
        await eventBus.publish('users', 0)
        await eventBus.publish('tournament', 0)
        outbox.wake()
      }
      return toMerged(parties)
    },
  }

  /** Does a merge whose users are locked. */
  async function mergeLocked(trx: Db, parties: MergeParties, callerId: number) {
    const { target, sources } = parties
    const targetId = target.user.id
    const sourceIds = toIds(sources)
    requireMergeable(parties, callerId)
    const tournaments = await lockEnteredTournaments(trx, [targetId, ...sourceIds])
    const now = await clock.authoritativeNow(trx)
    await requireNoSecretPicks(trx, [targetId, ...sourceIds], now)
    const before = await countAll(trx, parties)
    const withdrawn = await withdrawOthers(trx, parties, callerId, now)
    for (const tournament of tournaments) {
      const entryIds = withdrawn.get(tournament.id)
      if (entryIds && !tournament.active) await rankAgain(trx, tournament, entryIds, { now, userId: callerId })
    }
    const movedIds = await listEnteredTournaments(trx, sourceIds)
    await transferUserData(trx, targetId, sourceIds)
    if (sources.some(({ isReal }) => isReal)) await markReal(trx, targetId)
    for (const id of movedIds) await bumpTournamentVersion(trx, id)
    await addMergeEmails(trx, parties, now)
    const entryIds = [...withdrawn.values()].flat()
    const after = await countAll(trx, parties)
    const details = { targetId, sourceIds, before, after, ...(entryIds.length > 0 && { withdrawn: entryIds }) }
    await addAuditEntry(trx, { userId: callerId, action: 'users merged', details }, now)
  }

  /** An imported user who has never signed in has no account and possibly no address, so they get no email. */
  async function addMergeEmails(trx: Db, { target, sources }: MergeParties, now: Date): Promise<void> {
    const owners = sources.filter(({ isReal, user }) => isReal && user.userName !== '')
    // They have been moved to the target by now.
    const zone = (await findSettings(trx, target.user.id)).timeZone ?? timeZone
    const emails = owners.map(({ user }) => ({
      requestKey: `merge:${user.id}`,
      recipient: user.userName,
      message: mergeMessage(user, target.user, formatMailTime(now, zone), publicUrl),
    }))
    await addEmails(trx, emails, now)
  }

  /**
   * Withdraws entries of tournaments that several of these users have entered. The entry that was saved last stays, by rule:
   * the picks are known, so nobody may choose. Returns the withdrawn entries by tournament.
   */
  async function withdrawOthers(trx: Db, parties: MergeParties, callerId: number, now: Date) {
    const shared = await listSharedTournaments(trx, [parties.target.user.id, ...toIds(parties.sources)])
    const withdrawn = new Map<number, number[]>()
    for (const { id: tournamentId, name, entries } of shared) {
      if (entries.length === 0) throw usersConflict(`More than one of these users is in ${name}.`)
      const tournament = await findTournament(trx, tournamentId)
      const withdrawn_at = toWithdrawalTime(now, tournament?.startedAt ?? null)
      const withdrawal = { withdrawn_at, withdrawn_by: null, withdrawal_reason: secondEntry }
      const others = entries.slice(1).map(({ entryId }) => entryId)
      for (const entryId of others) {
        await setEntryWithdrawal(trx, entryId, withdrawal)
        const change = { tournamentId, userId: callerId, entryId, kind: 'entry-merged', reason: secondEntry } as const
        // Nothing is shown of a tournament that was cancelled before its start.
        if (!tournament?.endedBeforeStart) await addLockedChange(trx, change, now)
      }
      withdrawn.set(tournamentId, others)
    }
    return withdrawn
  }

  /** Ranks an ended tournament again, without the withdrawn entries. */
  async function rankAgain(
    trx: Db,
    tournament: TournamentRecord,
    entryIds: number[],
    { now, userId }: { now: Date; userId: number },
  ): Promise<void> {
    const board = await findLeaderboard(trx, tournament.id)
    const places = await listClosingPlaces(trx, tournament.id)
    // Without a stored leaderboard nothing can be ranked: only the places of the withdrawn entries are removed.
    if (!board) return removePlaces(trx, tournament.id, entryIds)
    if (places.length === 0) return
    const standings = await rankEntries(trx, tournament, board)
    const corrections = [`An entry no longer counts. Why: ${secondEntry}`]
    await replaceResult(trx, { tournament, standings, corrections }, { now, notifyOfResult, userId })
  }
}

/** Throws a problem that names users who do not exist or were deleted, have been merged or are blocked. */
async function requireMergeParties(db: Db, userIds: readonly number[]): Promise<MergeParties> {
  const found = await listUsersById(db, userIds)
  const known = new Map(found.filter(({ isDeleted }) => !isDeleted).map((record) => [record.user.id, record]))
  const fields = userIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: String(index), message: `must be an existing user: no user has the ID ${id}` }],
  )
  const [target, ...sources] = userIds.flatMap((id) => known.get(id) ?? [])
  if (fields.length > 0 || !target) throw new Problem('validation-failed', { fields })
  const parties = { target, sources }
  const alreadyMerged = [target, ...sources].filter(({ mergedInto }) => mergedInto !== null)
  if (alreadyMerged.length > 0 && !isAlreadyMerged(parties))
    throw usersConflict(`Already merged into another user: ${formatUsers(alreadyMerged)}.`)
  const blocked = [target, ...sources].filter(({ isBlocked }) => isBlocked)
  if (blocked.length > 0)
    throw usersConflict(`Blocked users cannot be merged. Unblock them first: ${formatUsers(blocked)}.`)
  const admitted = await listAdmitted(db, userIds)
  if (admitted.length > 0)
    throw usersConflict(`They have to confirm their address before a merge: ${formatUsers(admitted)}.`)
  return parties
}

/** Whether exactly this merge has been done: browsers resend a request whose connection was lost (docs/security.md, 12.3). */
function isAlreadyMerged({ target, sources }: MergeParties): boolean {
  return target.mergedInto === null && sources.every(({ mergedInto }) => mergedInto === target.user.id)
}

function requireMergeable(parties: MergeParties, callerId: number): void {
  if (toIds(parties.sources).includes(callerId)) throw usersConflict('You cannot merge yourself into another user.')
  const privileged = listPrivileged(parties)
  if (privileged.length > 0)
    throw usersConflict(
      `Admins and power users cannot be merged into another user. Revoke the role first: ${formatUsers(privileged)}.`,
    )
}

/** Rights are never merged, so a source with rights would silently lose them. */
function listPrivileged({ sources }: MergeParties): UserRecord[] {
  return sources.filter(({ user }) => user.isPowerUser)
}

/**
 * Lists the tournaments that have not started and in which one of the users has an entry, because its picks are still secret. A
 * cancelled tournament can be reopened until its start, so it counts until then.
 */
async function listSecret(db: Db, userIds: readonly number[], now: Date): Promise<MergePreview['secret']> {
  const secret: MergePreview['secret'] = []
  for (const tournamentId of new Set((await listEntriesOf(db, userIds)).map((entry) => entry.tournamentId))) {
    const tournament = await findTournament(db, tournamentId)
    if (!tournament || (await observeStart(db, tournament, now))) continue
    if (now.getTime() < Date.parse(tournament.start)) secret.push({ id: tournamentId, name: tournament.name })
  }
  return secret
}

/** Anyone who can sign in as the target, or as another source, could see and change picks that are still secret. */
async function requireNoSecretPicks(trx: Db, userIds: readonly number[], now: Date): Promise<void> {
  const secret = await listSecret(trx, userIds, now)
  if (secret.length === 0) return
  throw usersConflict(
    `Merging now could reveal picks in ${secret.map(({ name }) => name).join(', ')}. Merge after the start, or withdraw every entry of these users now: after the merge they can enter once more.`,
  )
}

/** Locks the tournaments of these users, so that none can be ended, which would give results to a source, or be moved to a later start. */
async function lockEnteredTournaments(trx: Db, userIds: readonly number[]): Promise<TournamentRecord[]> {
  const tournaments: TournamentRecord[] = []
  for (const id of await listEnteredTournaments(trx, userIds)) {
    const tournament = await lockTournament(trx, id)
    if (tournament) tournaments.push(tournament)
  }
  return tournaments
}

function usersConflict(detail: string): Problem {
  return new Problem('users-conflict', { detail })
}

async function countAll(db: Db, { target, sources }: MergeParties) {
  return {
    target: await countUserData(db, [target.user.id]),
    sources: await countUserData(db, toIds(sources)),
  }
}

function formatUsers(users: readonly UserRecord[]): string {
  return users.map(({ user }) => `${user.name} (${user.userName || 'no address'})`).join(', ')
}

function toIds(users: readonly UserRecord[]): number[] {
  return users.map(({ user }) => user.id)
}

function toMerged({ target, sources }: MergeParties): Merged {
  return { target: toPerson(target), sources: sources.map(toPerson) }
}

function toPerson({ user: { id, name, userName } }: { user: User }): Person {
  return { id, name, userName }
}

/** Tells the owner of a merged account which account it was merged into (docs/security.md, 13). */
function mergeMessage(source: User, target: User, at: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: 'Your account was merged into another',
    paragraphs: [
      `Hello ${source.name},`,
      `On ${at}, an admin of your pool merged your account at ${poolName} (${source.userName}) into the account of ${target.name} (${target.userName}). Your entries and results now belong to that account. If you sign in as before, you are signed in to it:`,
    ],
    action: { text: `Open ${poolName}`, url: `${publicUrl}/` },
    closing: 'If you did not expect this, ask the organiser of your pool.',
  })
}
