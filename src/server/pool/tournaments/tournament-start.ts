import { hasStarted } from '#domain/tournament/tournament.ts'
import { type Clock, ClockChangedError } from '#server/platform/db/clock.ts'
import { type Db, inRetriedTransaction, inTransaction } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { sealTournament } from '#server/pool/seal/seal-store.ts'
import { requireLockedTournament } from './require-tournament.ts'
import { findTournament, lockTournament, setTournament, type TournamentRecord } from './tournament-store.ts'

type Deciding = Pick<Clock, 'authoritativeNow'>
type Services = { db: Db; clock: Deciding }
type Observed = Pick<TournamentRecord, 'id' | 'start' | 'startedAt' | 'endedBeforeStart'>

/**
 * Whether a tournament has started: once it has been observed, always (docs/security.md, 12.1). Everything that opens or
 * closes entries, or shows or hides picks, asks here. `now` is a reading of the deciding clock. When this returns true, the
 * start is stored, or will be with the caller's transaction.
 */
export async function observeStart(db: Db, tournament: Observed, now: Date): Promise<boolean> {
  if (tournament.startedAt !== null) return true
  if (!hasStarted(tournament, now)) return false
  return db.isTransaction
    ? latchStart(db, tournament.id, now)
    : inTransaction(db, (trx) => latchStart(trx, tournament.id, now))
}

/** Stores the start with the seal of the pool, under the lock that saves need: none is in flight, and the start may just have been moved. */
async function latchStart(trx: Db, tournamentId: number, now: Date): Promise<boolean> {
  const tournament = await lockTournament(trx, tournamentId)
  if (!tournament || !hasStarted(tournament, now)) return false
  if (tournament.startedAt === null) {
    await setTournament(trx, tournamentId, { started_at: now.toISOString() })
    await sealTournament(trx, tournament, now)
  }
  return true
}

/** Whether everyone may see the picks now. While the clock is in doubt, they stay hidden. */
export async function arePicksVisible(db: Db, clock: Deciding, tournament: Observed): Promise<boolean> {
  if (tournament.startedAt !== null) return true
  try {
    return await observeStart(db, tournament, await clock.authoritativeNow(db))
  } catch (error) {
    if (error instanceof ClockChangedError) return false
    throw error
  }
}

/** Runs `work` in a transaction. If it refuses, which undoes it, a start that it has observed is stored nevertheless. */
export async function keepingStart<T>(
  { db, clock }: Services,
  tournamentId: number,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await inRetriedTransaction(db, work)
  } catch (error) {
    const tournament = error instanceof Problem ? await findTournament(db, tournamentId) : undefined
    if (tournament) await arePicksVisible(db, clock, tournament)
    throw error
  }
}

/** A tournament that a transaction has locked, and the deciding time, which was read after that. */
export type LockedTournament = { readonly tournament: TournamentRecord; readonly now: Date }

/** Runs `work` in a transaction that has locked the tournament, and keeps a start that it observes. Throws a problem if there is no such tournament. */
export function inLockedTournament<T>(
  services: Services,
  tournamentId: number,
  work: (trx: Db, locked: LockedTournament) => Promise<T>,
): Promise<T> {
  return keepingStart(services, tournamentId, async (trx) => {
    const tournament = await requireLockedTournament(trx, tournamentId)
    return work(trx, { tournament, now: await services.clock.authoritativeNow(trx) })
  })
}

/** Runs `work` under the tournament's lock; then messages are sent, and every process reads the tournament again. */
export async function changeTournament<T>(
  services: EditorServices,
  tournamentId: number,
  work: (trx: Db, locked: LockedTournament) => Promise<T>,
): Promise<T> {
  const result = await inLockedTournament(services, tournamentId, work)
  services.outbox.wake()
  await services.eventBus.publish('tournament', tournamentId)
  return result
}

/** Runs `work` under the tournament's lock if entries are open. Otherwise throws a problem with the reason. */
export const inOpenTournament: typeof inLockedTournament = (services, tournamentId, work) =>
  inLockedTournament(services, tournamentId, async (trx, locked) => {
    if (!locked.tournament.active) throw new Problem('tournament-ended')
    if (await observeStart(trx, locked.tournament, locked.now)) throw new Problem('entries-closed')
    return work(trx, locked)
  })
