import {
  bumpTournamentVersion,
  inTransaction,
  listEntries,
  listPlayers,
  lockTournament,
  saveResults,
} from '#built/harness.mjs'
import { createPool } from '#domain/entries/pool.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import { scorePool } from '#domain/standings/standings.ts'
import type { App } from '#server/app/app.ts'

/**
 * Ends a tournament with the places of its last leaderboard, or without places if it was called off. Returns the places.
 */
export async function endTournament(
  { database, hub }: Pick<App, 'database' | 'hub'>,
  tournamentId: number,
  { hasPlaces = true } = {},
): Promise<FinalPlaces[]> {
  const board = await hub.findLatest(tournamentId)
  return inTransaction(database.db, async (trx) => {
    const tournament = await lockTournament(trx, tournamentId)
    if (!tournament || !board) throw new Error(`Tournament ${tournamentId} has no leaderboard to end with.`)
    const players = await listPlayers(trx, tournamentId)
    const entries = await listEntries(trx, tournamentId)
    const standings = scorePool(createPool({ ...tournament, players, entries }), board.message)
    const places = hasPlaces ? toFinalPlaces(standings) : []
    await saveResults(trx, tournamentId, places)
    await trx.updateTable('tournaments').set({ active: 0 }).where('id', '=', tournamentId).execute()
    await bumpTournamentVersion(trx, tournamentId)
    return places
  })
}
