import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { findTournament, lockTournament, type TournamentRecord } from './tournament-store.ts'

/** Throws a problem if there is no such tournament. */
export async function requireTournament(db: Db, tournamentId: number): Promise<TournamentRecord> {
  return requireFound(await findTournament(db, tournamentId))
}

/** Locks it until the transaction ends (`lockTournament`). Throws a problem if there is no such tournament. */
export async function requireLockedTournament(trx: Db, tournamentId: number): Promise<TournamentRecord> {
  return requireFound(await lockTournament(trx, tournamentId))
}

function requireFound(tournament: TournamentRecord | undefined): TournamentRecord {
  if (!tournament) throw new Problem('not-found', { detail: 'There is no such tournament.' })
  return tournament
}

/** Throws a problem for a tournament that was imported: nobody has entered it. */
export function requirePlayedHere({ isImported }: Pick<TournamentRecord, 'isImported'>): void {
  if (isImported) throw new Problem('tournament-imported')
}
