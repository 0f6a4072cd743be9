import { createPool, type Pool } from '#domain/entries/pool.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findHat } from '#server/pool/seal/seal-store.ts'
import { listPlayers, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { listEntries } from './entry-store.ts'

/** The pool of a tournament, to be scored. */
export async function readPool(db: Db, tournament: TournamentRecord): Promise<Pool> {
  const players = await listPlayers(db, tournament.id)
  const entries = await listEntries(db, tournament.id)
  return createPool({ ...tournament, players, entries, hat: await findHat(db, tournament) })
}
