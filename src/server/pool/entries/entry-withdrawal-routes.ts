import {
  entrantChange,
  entrantList,
  entrantQuery,
  type ListedEntrant,
  type OwnEntryWithdrawal,
  ownEntryWithdrawal,
  ownEntryWithdrawalChange,
} from '#contract/entry-withdrawal-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { sortByName } from '#domain/names/names.ts'
import { isDeliverable } from '#server/delivery/mail/email-address.ts'
import { addMail, composeMail } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { addLockedChange } from '#server/pool/tournaments/locked-change-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { changeTournament, type LockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { findUser } from '#server/users/user-store.ts'
import { toRemovedProblem } from './entry-editor.ts'
import { notWithdrawn } from './entry-store.ts'
import { findEntryRecord, listEntryRecords, setEntryWithdrawal, toWithdrawalTime } from './entry-withdrawal-store.ts'

type Options = EditorServices & { publicUrl: string }

/** "Withdrawn" and "undone" by its owner, the others by an organiser. */
type Act = { kind: keyof typeof texts; by: number; byName?: string | undefined; reason?: string | null }

/** `startedAt`: null before the start. */
type Locked = LockedTournament & { readonly startedAt: string | null }

/** Withdraws entry records: their owners until the start, organisers until the end (docs/rules.md, 2.8). Repeats change nothing. */
export function addEntryWithdrawalRoutes(server: HttpServer, options: Options): void {
  const { db, publicUrl } = options

  function inLocked(tournamentId: number, work: (trx: Db, locked: Locked) => Promise<void>): Promise<void> {
    return changeTournament(options, tournamentId, async (trx, { tournament, now }) => {
      const isStarted = await observeStart(trx, tournament, now)
      const startedAt = isStarted ? (tournament.startedAt ?? now.toISOString()) : null
      await work(trx, { tournament, now, startedAt })
    })
  }

  async function record(
    trx: Db,
    { tournament, now, startedAt }: Locked,
    owner: ListedEntrant,
    act: Act,
  ): Promise<void> {
    const { kind, by, byName, reason = null } = act
    const { entryId, id } = owner
    const isBack = kind === 'undone' || kind === 'restored'
    const withdrawnBy = reason === null ? id : by
    const withdrawal = {
      withdrawn_at: toWithdrawalTime(now, startedAt),
      withdrawn_by: withdrawnBy,
      withdrawal_reason: reason,
    }
    await setEntryWithdrawal(trx, entryId, isBack ? notWithdrawn : withdrawal)
    await bumpTournamentVersion(trx, tournament.id)
    if (startedAt !== null) {
      const change = { tournamentId: tournament.id, userId: by, entryId }
      if (isBack) await addLockedChange(trx, { ...change, kind: 'entry-restored' }, now)
      else await addLockedChange(trx, { ...change, kind: 'entry-removed', reason: reason ?? '' }, now)
    }
    const details = { tournamentId: tournament.id, entryId, userId: id, reason }
    await addAuditEntry(trx, { userId: by, action: `entry withdrawal: ${kind}`, details }, now)
    if (!isDeliverable(owner.userName)) return
    const message = composeMail({
      subject: `Your entry in ${tournament.name}`,
      paragraphs: [`Hello ${owner.name},`, texts[kind](byName, reason)],
      action: { text: 'Open the pool', url: `${publicUrl}/home` },
    })
    const requestKey = `entry-withdrawal:${entryId}:${kind}:${now.toISOString()}`
    await addMail(trx, { requestKey, recipient: owner.userName, message }, now)
  }

  async function findOwn(tournamentId: number, userId: number): Promise<OwnEntryWithdrawal> {
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

  // docs/rules.md, 2.8.
  server.get(routePaths.entryWithdrawal, {
    schema: {
      operationId: 'getEntryWithdrawal',
      summary: 'The caller’s withdrawn entry',
      description: 'Null if there is none. Without picks.',
      params: tournamentParams,
      response: { 200: ownEntryWithdrawal },
    },
    handler: (request) => findOwn(request.params.tournamentId, callerId(request)),
  })

  server.post(routePaths.entryWithdrawal, {
    schema: {
      operationId: 'withdrawEntry',
      summary: 'Withdraws the caller’s entry, or takes it back',
      description: 'Until the start. A repeat changes nothing.',
      errors: ['entries-closed', 'entry-removed', 'entry-sealed', 'entry-withdrawn', 'forbidden'],
      params: tournamentParams,
      body: ownEntryWithdrawalChange,
      response: { 200: ownEntryWithdrawal },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { isWithdrawn } = request.body
      const userId = callerId(request)
      await inLocked(tournamentId, async (trx, locked) => {
        if (!locked.tournament.active || locked.startedAt !== null) throw new Problem('entries-closed')
        const own = await findEntryRecord(trx, { tournamentId, userId })
        if (!own) throw new Problem('not-found')
        if (isWithdrawn === (own.state !== 'entered')) return
        if (own.state === 'removed') throw toRemovedProblem(own)
        if (own.isSealed) throw new Problem('entry-sealed')
        if (own.state === 'closed') throw new Problem('entry-withdrawn')
        await record(trx, locked, own, { kind: isWithdrawn ? 'withdrawn' : 'undone', by: userId })
      })
      return findOwn(tournamentId, userId)
    },
  })

  server.get(routePaths.adminTournamentUsers, {
    schema: {
      operationId: 'listEntrants',
      summary: 'The users with an entry in a tournament',
      description: 'By name; on request also those whose entry is withdrawn. Never with picks.',
      params: tournamentParams,
      querystring: entrantQuery,
      response: { 200: entrantList },
    },
    handler: (request) => list(request.params.tournamentId, request.query.includeWithdrawn),
  })

  server.post(routePaths.adminTournamentUsers, {
    schema: {
      operationId: 'changeEntrant',
      summary: 'Removes an entry, undoes that, or allows its owner to enter again',
      description:
        'Until the tournament ends; from the start on nobody their own, and only what was removed since. A repeat changes nothing.',
      errors: ['entries-closed', 'entry-withdrawn', 'own-entry', 'tournament-ended'],
      params: tournamentParams,
      body: entrantChange,
      response: { 200: entrantList },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const change = request.body
      const by = callerId(request)
      await inLocked(tournamentId, async (trx, locked) => {
        const found = (await listEntryRecords(trx, tournamentId)).find(({ entryId }) => entryId === change.entryId)
        if (!found) throw new Problem('not-found')
        if (!locked.tournament.active) throw new Problem('tournament-ended')
        if (change.change === 'allow' && locked.startedAt !== null) throw new Problem('entries-closed')
        const [from, to, kind] = transitions[change.change]
        if (found.state === to) return
        if (found.state !== from) throw new Problem('entry-withdrawn')
        if (locked.startedAt !== null) requireChangeable(found, by, locked.startedAt)
        const byName = (await findUser(trx, by))?.user.name
        await record(trx, locked, found, { kind, by, byName, ...('reason' in change && { reason: change.reason }) })
      })
      return list(tournamentId, true)
    },
  })
}

/** After the lock, organisers cannot change their own entry, or one that was withdrawn before the lock (docs/rules.md, 2.8). */
function requireChangeable({ id, at }: ListedEntrant, by: number, startedAt: string): void {
  if (id === by) throw new Problem('own-entry')
  if (at !== null && at < startedAt)
    throw new Problem('entry-withdrawn', { detail: 'It was removed before the start, so it never counts again.' })
}

/** An organiser's change: from which state to which. */
const transitions = {
  remove: ['entered', 'removed', 'removed'],
  undo: ['removed', 'entered', 'restored'],
  allow: ['removed', 'withdrawn', 'allowed'],
} as const

/** The messages to the owner of the entry. */
const texts = {
  withdrawn: () => 'You have withdrawn your entry. You can take it back, or enter again, until the start.',
  undone: () => 'You have taken back your withdrawal: your entry counts again.',
  removed: (by = 'An organiser', reason: string | null) =>
    `${by} has removed your entry: ${reason}. It does not count. If this is a mistake, ask them: they can undo it.`,
  restored: (by = 'An organiser') => `${by} has undone the removal of your entry: it counts again.`,
  allowed: (by = 'An organiser') => `${by} allows you to enter again, until the start.`,
}
