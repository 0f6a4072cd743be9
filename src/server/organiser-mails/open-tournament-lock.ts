import { hasStarted } from '#domain/tournament/tournament.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import { findTournament, lockTournament, type TournamentRecord } from '../tournaments/tournament-store.ts'

export type OpenTournament = { readonly tournament: TournamentRecord; readonly now: Date }

/**
 * Locks the tournament if entries are open, otherwise throws a problem with the reason. Until the transaction ends, nobody
 * can enter, and nobody else can send the same emails.
 */
export async function lockOpenTournament(
  trx: Db,
  clock: Pick<Clock, 'authoritativeNow'>,
  tournamentId: number,
): Promise<OpenTournament> {
  const tournament = await lockTournament(trx, tournamentId)
  if (!tournament) throw unknown()
  const now = await clock.authoritativeNow(trx)
  if (!tournament.active) throw new Problem('tournament-ended')
  if (hasStarted(tournament, now)) throw new Problem('entries-closed')
  return { tournament, now }
}

export async function requireTournament(db: Db, tournamentId: number): Promise<TournamentRecord> {
  const tournament = await findTournament(db, tournamentId)
  if (!tournament) throw unknown()
  return tournament
}

function unknown(): Problem {
  return new Problem('not-found', { detail: 'There is no such tournament.' })
}
