import type { Kysely } from 'kysely'
import type { MergePreview, Person } from '#contract/admin-contract.ts'
import type { User } from '#domain/permissions.ts'
import { hasStarted, type Tournament } from '#domain/tournament.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Db, inRepeatedTransaction } from '../db/database.ts'
import type { News } from '../db/news.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../http/problem.ts'
import { findTournament, lockTournament, touchTournament } from '../tournaments/tournament-store.ts'
import { type KnownUser, listEnteredTournaments, listUsersById, lockUser } from '../users/user-store.ts'
import { countHoldings, listSharedTournaments, lockMerges, makeReal, takeOver } from './merge-store.ts'

type Options = { db: Kysely<Tables>; clock: Pick<Clock, 'deciding'>; news: Pick<News, 'publish'> }

type Party = { target: KnownUser; sources: KnownUser[] }

type Merged = { target: Person; sources: Person[] }

export type UserMerging = ReturnType<typeof createUserMerging>

/** Makes one user of several (decisions, sections 7 and 9). `userIds`: the target first, each once. */
export function createUserMerging({ db, clock, news }: Options) {
  return {
    /** What the merge would do, and what stands in its way. */
    async preview(userIds: readonly number[], callerId: number): Promise<MergePreview> {
      const party = await requireParty(db, userIds)
      const isOwn = party.target.user.id === callerId
      return {
        ...toMerged(party),
        moves: await countHoldings(db, idsOf(party.sources)),
        conflicts: await listSharedTournaments(db, idsOf([party.target, ...party.sources])),
        privileged: listPrivileged(party).map(toPerson),
        secret: isOwn ? await listNotStarted(idsOf(party.sources)) : [],
      }
    },

    /** Everything, or nothing and a problem that says why. The very same again is answered in the same way. */
    async merge(userIds: readonly number[], callerId: number): Promise<Merged> {
      const { party, isNew } = await inRepeatedTransaction(db, async (trx) => {
        await lockMerges(trx)
        for (const id of userIds.toSorted((a, b) => a - b)) await lockUser(trx, id)
        const found = await requireParty(trx, userIds)
        if (isDone(found)) return { party: found, isNew: false }
        await mergeLocked(trx, found, callerId)
        return { party: found, isNew: true }
      })
      if (isNew) {
        await news.publish('users', 0)
        await news.publish('tournament', 0)
      }
      return toMerged(party)
    },
  }

  async function listNotStarted(userIds: readonly number[]): Promise<MergePreview['secret']> {
    const now = await clock.deciding(db)
    const ids = await listEnteredTournaments(db, userIds)
    const entered = await Promise.all(ids.map((id) => findTournament(db, id)))
    return entered
      .filter((tournament) => tournament !== undefined)
      .filter((tournament) => !hasStarted(tournament, now))
      .map(({ id, name }) => ({ id, name }))
  }

  async function mergeLocked(trx: Db, party: Party, callerId: number): Promise<void> {
    const { target, sources } = party
    const [targetId, sourceIds] = [target.user.id, idsOf(sources)]
    requireMergeable(party, callerId)
    const tournamentIds = await listEnteredTournaments(trx, sourceIds)
    // From here on none of these is being ended, which would give results to a source that is none any more.
    const tournaments: Tournament[] = []
    for (const id of tournamentIds) {
      const tournament = await lockTournament(trx, id)
      if (tournament) tournaments.push(tournament)
    }
    await requireApart(trx, [targetId, ...sourceIds])
    const now = await clock.deciding(trx)
    if (targetId === callerId) requireNothingSecret(tournaments, now)
    const before = await countAll(trx, party)
    await takeOver(trx, targetId, sourceIds)
    if (sources.some(({ isReal }) => isReal)) await makeReal(trx, targetId)
    for (const id of tournamentIds) await touchTournament(trx, id)
    const details = { ...toMerged(party), before, after: await countAll(trx, party) }
    await addAuditEntry(trx, { userId: callerId, action: 'users merged', details }, now)
  }
}

/** Throws a problem that names the users who are not there, or not any more. */
async function requireParty(db: Db, userIds: readonly number[]): Promise<Party> {
  const known = new Map((await listUsersById(db, userIds)).map((each) => [each.user.id, each]))
  const fields = userIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ field: String(index), message: `must be a user: there is none with the id ${id}` }],
  )
  const [target, ...sources] = userIds.flatMap((id) => known.get(id) ?? [])
  if (fields.length > 0 || !target) throw new Problem('validation-failed', { fields })
  const party = { target, sources }
  const gone = [target, ...sources].filter(({ mergedInto }) => mergedInto !== null)
  if (gone.length > 0 && !isDone(party)) throw refuse(`Merged into another user already: ${nameAll(gone)}.`)
  return party
}

/** The same merge has been done before: browsers send a request again whose connection died. */
function isDone({ target, sources }: Party): boolean {
  return target.mergedInto === null && sources.every(({ mergedInto }) => mergedInto === target.user.id)
}

function requireMergeable(party: Party, callerId: number): void {
  if (idsOf(party.sources).includes(callerId)) throw refuse('You cannot merge yourself into another user.')
  const privileged = listPrivileged(party)
  if (privileged.length > 0) {
    throw refuse(`Admins and power users stay: take the role away first from ${nameAll(privileged)}.`)
  }
}

/** The target keeps the rights that it has; those of a source would be lost without a word. */
function listPrivileged({ sources }: Party): KnownUser[] {
  return sources.filter(({ user }) => user.isPowerUser)
}

async function requireApart(trx: Db, userIds: readonly number[]): Promise<void> {
  const shared = await listSharedTournaments(trx, userIds)
  if (shared.length === 0) return
  throw refuse(`More than one of them is in ${shared.map(({ name }) => name).join(', ')}.`)
}

/** What an admin takes over himself he may see: before the start that would be the picks of another. */
function requireNothingSecret(entered: readonly Tournament[], now: Date): void {
  const secret = entered.filter((tournament) => !hasStarted(tournament, now))
  if (secret.length === 0) return
  const names = secret.map(({ name }) => name).join(', ')
  throw refuse(
    `${names} has not started: until then you cannot take over an entry yourself. Merge after the start.`,
  )
}

function refuse(detail: string): Problem {
  return new Problem('users-conflict', { detail })
}

async function countAll(db: Db, { target, sources }: Party) {
  return {
    target: await countHoldings(db, [target.user.id]),
    sources: await countHoldings(db, idsOf(sources)),
  }
}

function nameAll(users: readonly KnownUser[]): string {
  return users.map(({ user }) => `${user.name} (${user.userName})`).join(', ')
}

function idsOf(users: readonly KnownUser[]): number[] {
  return users.map(({ user }) => user.id)
}

function toMerged({ target, sources }: Party): Merged {
  return { target: toPerson(target), sources: sources.map(toPerson) }
}

function toPerson({ user: { id, name, userName } }: { user: User }): Person {
  return { id, name, userName }
}
