import type { EntrantChange, OwnWithdrawal } from '#contract/entry-withdrawal-contract.ts'
import { sortByName } from '#domain/names/names.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import type { Database, Db } from '../db/database.ts'
import type { EventBus } from '../db/event-bus.ts'
import { Problem } from '../http/problem.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addMail } from '../mail/mail-queue.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { requireLockedTournament, requireTournament } from '../tournaments/require-tournament.ts'
import { keepingStart, observeStart } from '../tournaments/tournament-start.ts'
import { bumpTournamentVersion, type TournamentRecord } from '../tournaments/tournament-store.ts'
import { findUser, lockUser } from '../users/user-store.ts'
import { isSealed, notWithdrawn } from './entry-store.ts'
import { type WithdrawalAct, withdrawalMessage } from './entry-withdrawal-message.ts'
import { type EntryRecord, findEntryRecord, listEntryRecords, setWithdrawal } from './entry-withdrawal-store.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  eventBus: Pick<EventBus, 'publish'>
  outbox: Pick<Outbox, 'wake'>
  publicUrl: string
  timeZone: string
}

export type EntryWithdrawals = ReturnType<typeof createEntryWithdrawals>

/** Withdraws entry records: their owners until the start, organisers until the end (docs/rules.md, 2.8). Repeats change nothing. */
export function createEntryWithdrawals({ db, clock, eventBus, outbox, publicUrl, timeZone }: Options) {
  /** Everything about a record that has changed, in the caller's transaction. */
  async function record(
    trx: Db,
    tournament: TournamentRecord,
    { entryId, id }: EntryRecord,
    act: WithdrawalAct & { userId: number; now: Date },
  ): Promise<void> {
    const { kind, userId, now, reason } = act
    const { id: tournamentId } = tournament
    const withdrawal = { withdrawn_at: now.toISOString(), withdrawn_by: id, withdrawal_reason: null }
    if (kind === 'undone' || kind === 'restored') await setWithdrawal(trx, entryId, notWithdrawn)
    else if (reason === undefined) await setWithdrawal(trx, entryId, withdrawal)
    else await setWithdrawal(trx, entryId, { ...withdrawal, withdrawn_by: userId, withdrawal_reason: reason })
    await bumpTournamentVersion(trx, tournamentId)
    const details = { tournamentId, entryId, ownerId: id, reason }
    await addAuditEntry(trx, { userId, action: `entry withdrawal: ${kind}`, details }, now)
    const owner = await findUser(trx, id)
    if (!owner || !isDeliverable(owner.user.userName)) return
    const message = withdrawalMessage(act, tournament, { name: owner.user.name, now, publicUrl, timeZone })
    const requestKey = `entry-withdrawal:${entryId}:${kind}:${now.toISOString()}`
    await addMail(trx, { requestKey, recipient: owner.user.userName, message }, now)
  }

  async function publish(tournamentId: number): Promise<void> {
    await eventBus.publish('tournament', tournamentId)
    outbox.wake()
  }

  return {
    /** Everyone with an entry record, by name. */
    async list(tournamentId: number): Promise<EntryRecord[]> {
      await requireTournament(db, tournamentId)
      return sortByName(await listEntryRecords(db, tournamentId))
    },

    /** The user's withdrawn entry, if they have one. */
    async findOwn(tournamentId: number, userId: number): Promise<OwnWithdrawal> {
      await requireTournament(db, tournamentId)
      const found = await findEntryRecord(db, { tournamentId, userId })
      return found === undefined || found.state === 'entered' ? null : found
    },

    /** Until the start: withdraws the user's entry, or takes it back. */
    async setOwn(tournamentId: number, userId: number, isWithdrawn: boolean): Promise<OwnWithdrawal> {
      await keepingStart({ db, clock }, tournamentId, async (trx) => {
        if (!(await lockUser(trx, userId))) throw new Problem('forbidden')
        const tournament = await requireLockedTournament(trx, tournamentId)
        const now = await clock.authoritativeNow(trx)
        if (!tournament.active || (await observeStart(trx, tournament, now))) throw new Problem('entries-closed')
        const own = await findEntryRecord(trx, { tournamentId, userId })
        if (!own) throw new Problem('not-found')
        if (isWithdrawn === (own.state !== 'entered')) return
        if (own.state === 'removed') throw toRemovedProblem(own)
        if (await isSealed(trx, own.entryId)) throw new Problem('entry-sealed')
        if (own.state === 'closed') throw new Problem('entry-withdrawn')
        await record(trx, tournament, own, { kind: isWithdrawn ? 'withdrawn' : 'undone', userId, now })
      })
      await publish(tournamentId)
      return this.findOwn(tournamentId, userId)
    },

    /** Until the tournament ends: removes an entry, undoes that, or leaves it to the owner to enter again. */
    async change(tournamentId: number, change: EntrantChange, organiserId: number): Promise<EntryRecord> {
      const find = async (from: Db) =>
        (await listEntryRecords(from, tournamentId)).find(({ entryId }) => entryId === change.entryId)
      await keepingStart({ db, clock }, tournamentId, async (trx) => {
        const tournament = await requireLockedTournament(trx, tournamentId)
        const found = await find(trx)
        if (!found) throw new Problem('not-found')
        const now = await clock.authoritativeNow(trx)
        if (!tournament.active) throw new Problem('tournament-ended')
        const hasStarted = await observeStart(trx, tournament, now)
        const act = toAct(found, change, hasStarted)
        const by = (await findUser(trx, organiserId))?.user.name
        if (act) await record(trx, tournament, found, { ...act, by, hasStarted, userId: organiserId, now })
      })
      await publish(tournamentId)
      const changed = await find(db)
      if (!changed) throw new Problem('not-found')
      return changed
    },
  }
}

/** What a change does; undefined if it has been done. */
function toAct({ state }: EntryRecord, change: EntrantChange, hasStarted: boolean): WithdrawalAct | undefined {
  if (change.change === 'remove') {
    if (state === 'removed') return undefined
    if (state === 'entered') return { kind: 'removed', reason: change.reason }
  } else if (change.change === 'undo') {
    if (state === 'entered') return undefined
    if (state === 'removed') return { kind: 'restored' }
  } else {
    if (state !== 'removed') return undefined
    if (hasStarted) throw new Problem('entries-closed')
    return { kind: 'allowed' }
  }
  throw new Problem('entry-withdrawn')
}

/** Why the owner cannot enter, or take the entry back. */
export function toRemovedProblem({ by, reason }: EntryRecord): Problem {
  const detail = `${by} has removed your entry: ${reason}. They can allow you to enter again.`
  return new Problem('entry-removed', { detail })
}
