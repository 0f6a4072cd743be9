import type { EntrantChange, ListedEntrant, OwnWithdrawal } from '#contract/entry-withdrawal-contract.ts'
import { sortByName } from '#domain/names/names.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Db } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { Problem } from '../http/problem.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addMail, composeMail } from '../mail/mail.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { inLockedTournament, type LockedTournament, observeStart } from '../tournaments/tournament-start.ts'
import { bumpTournamentVersion } from '../tournaments/tournament-store.ts'
import { findUser } from '../users/user-store.ts'
import { notWithdrawn } from './entry-store.ts'
import { findEntryRecord, listEntryRecords, setWithdrawal } from './entry-withdrawal-store.ts'

type Options = EditorServices & { publicUrl: string }

/** "Withdrawn" and "undone" by its owner, the others by an organiser. */
type Act = { kind: keyof typeof texts; reason?: string | null }

type Actor = { id: number; name?: string | undefined }

type Locked = LockedTournament & { readonly hasStarted: boolean }

export type EntryWithdrawals = ReturnType<typeof createEntryWithdrawals>

/** Withdraws entry records: their owners until the start, organisers until the end (docs/rules.md, 2.8). Repeats change nothing. */
export function createEntryWithdrawals({ db, clock, eventBus, outbox, publicUrl }: Options) {
  async function inLocked(tournamentId: number, work: (trx: Db, locked: Locked) => Promise<void>): Promise<void> {
    await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) =>
      work(trx, { tournament, now, hasStarted: await observeStart(trx, tournament, now) }),
    )
    await eventBus.publish('tournament', tournamentId)
    outbox.wake()
  }

  async function record(
    trx: Db,
    { tournament, now }: Locked,
    owner: ListedEntrant,
    by: Actor,
    { kind, reason = null }: Act,
  ) {
    const { entryId, id } = owner
    const isBack = kind === 'undone' || kind === 'restored'
    const withdrawnBy = reason === null ? id : by.id
    const withdrawal = { withdrawn_at: now.toISOString(), withdrawn_by: withdrawnBy, withdrawal_reason: reason }
    await setWithdrawal(trx, entryId, isBack ? notWithdrawn : withdrawal)
    await bumpTournamentVersion(trx, tournament.id)
    const details = { tournamentId: tournament.id, entryId, userId: id, reason }
    await addAuditEntry(trx, { userId: by.id, action: `entry withdrawal: ${kind}`, details }, now)
    if (!isDeliverable(owner.userName)) return
    const message = composeMail({
      subject: `Your entry in ${tournament.name}`,
      paragraphs: [`Hello ${owner.name},`, texts[kind](by.name, reason)],
      action: { text: 'Open the pool', url: `${publicUrl}/home` },
    })
    const requestKey = `entry-withdrawal:${entryId}:${kind}:${now.toISOString()}`
    await addMail(trx, { requestKey, recipient: owner.userName, message }, now)
  }

  async function findOwn(tournamentId: number, userId: number): Promise<OwnWithdrawal> {
    await requireTournament(db, tournamentId)
    const own = await findEntryRecord(db, { tournamentId, userId })
    return own === undefined || own.state === 'entered' ? null : own
  }

  /** The people with an entry, by name; on request also those whose entry is withdrawn. */
  async function list(tournamentId: number, includeWithdrawn: boolean): Promise<ListedEntrant[]> {
    await requireTournament(db, tournamentId)
    const records = await listEntryRecords(db, tournamentId)
    return sortByName(records.filter(({ state, isDeleted }) => !isDeleted && (includeWithdrawn || state === 'entered')))
  }

  return {
    findOwn,
    list,

    /** Withdraws the user's entry, or takes it back. Returns what `findOwn` does. */
    async setOwn(tournamentId: number, userId: number, isWithdrawn: boolean): Promise<OwnWithdrawal> {
      await inLocked(tournamentId, async (trx, locked) => {
        if (!locked.tournament.active || locked.hasStarted) throw new Problem('entries-closed')
        const own = await findEntryRecord(trx, { tournamentId, userId })
        if (!own) throw new Problem('not-found')
        if (isWithdrawn === (own.state !== 'entered')) return
        if (own.state === 'removed') throw toRemovedProblem(own)
        if (own.isSealed) throw new Problem('entry-sealed')
        if (own.state === 'closed') throw new Problem('entry-withdrawn')
        await record(trx, locked, own, { id: userId }, { kind: isWithdrawn ? 'withdrawn' : 'undone' })
      })
      return findOwn(tournamentId, userId)
    },

    /** Removes an entry, undoes that, or leaves it to its owner to enter again. Returns the list with withdrawn ones. */
    async change(tournamentId: number, change: EntrantChange, organiserId: number): Promise<ListedEntrant[]> {
      await inLocked(tournamentId, async (trx, locked) => {
        const found = (await listEntryRecords(trx, tournamentId)).find(({ entryId }) => entryId === change.entryId)
        if (!found) throw new Problem('not-found')
        if (!locked.tournament.active) throw new Problem('tournament-ended')
        if (change.change === 'allow' && locked.hasStarted) throw new Problem('entries-closed')
        const [from, to, kind] = transitions[change.change]
        if (found.state === to) return
        if (found.state !== from) throw new Problem('entry-withdrawn')
        const by = { id: organiserId, name: (await findUser(trx, organiserId))?.user.name }
        await record(trx, locked, found, by, { kind, ...('reason' in change && { reason: change.reason }) })
      })
      return list(tournamentId, true)
    },
  }
}

/** An organiser's change: from which state to which. */
const transitions = {
  remove: ['entered', 'removed', 'removed'],
  undo: ['removed', 'entered', 'restored'],
  allow: ['removed', 'withdrawn', 'allowed'],
} as const

/** What the owner of the entry is told. */
const texts = {
  withdrawn: () => 'You have withdrawn your entry. You can take it back, or enter again, until the start.',
  undone: () => 'You have taken back your withdrawal: your entry counts again.',
  removed: (by = 'An organiser', reason: string | null) =>
    `${by} has removed your entry: ${reason}. It does not count. If this is a mistake, ask them: they can undo it.`,
  restored: (by = 'An organiser') => `${by} has undone the removal of your entry: it counts again.`,
  allowed: (by = 'An organiser') => `${by} allows you to enter again, until the start.`,
}

/** Why the owner cannot enter, or take the entry back. */
export function toRemovedProblem({ by, reason }: ListedEntrant): Problem {
  const detail = `${by} has removed your entry: ${reason}. They can allow you to enter again.`
  return new Problem('entry-removed', { detail })
}
