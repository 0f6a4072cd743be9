import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readPool } from '#server/pool/entries/read-pool.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'

/** The standings that a leaderboard gives. */
export async function rankEntries(
  db: Db,
  tournament: TournamentRecord,
  { message }: Pick<StoredLeaderboard, 'message'>,
): Promise<Standings> {
  const pool = await readPool(db, tournament)
  await yieldToEventLoop()
  const standings = scorePool(pool, message)
  await yieldToEventLoop()
  return standings
}
