import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import { requireLockedTournament } from '../tournaments/require-tournament.ts'
import { observeStart } from '../tournaments/tournament-start.ts'
import type { TournamentRecord } from '../tournaments/tournament-store.ts'

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
  const tournament = await requireLockedTournament(trx, tournamentId)
  const now = await clock.authoritativeNow(trx)
  if (!tournament.active) throw new Problem('tournament-ended')
  if (await observeStart(trx, tournament, now)) throw new Problem('entries-closed')
  return { tournament, now }
}
