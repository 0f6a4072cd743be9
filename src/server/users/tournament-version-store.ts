import type { Db } from '#server/platform/db/database.ts'

/** Increments the version under which a tournament's response is cached. Call it in the transaction of any change that the response shows. */
export async function bumpTournamentVersion(trx: Db, tournamentId: number): Promise<void> {
  await trx
    .updateTable('tournaments')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', tournamentId)
    .execute()
}
