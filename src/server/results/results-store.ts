import type { FinalPlaces, TournamentPlaces } from '#domain/results/results.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import { findTournament } from '#server/pool/tournaments/tournament-store.ts'

/** A user's places in one tournament that has ended, in entry order. */
export type StoredResult = TournamentPlaces & { tournament: Pick<Tournament, 'id' | 'name' | 'start' | 'decision'> }

/** Rows per insert: databases limit the number of bound values per statement. */
const batchSize = 1000

/**
 * Saves the final places of a tournament's entries, each with its owner, instead of earlier ones. Call it in a transaction
 * that has locked the tournament. Throws if an entry belongs to another tournament.
 */
export async function saveResults(trx: Db, tournamentId: number, finalPlaces: readonly FinalPlaces[]): Promise<void> {
  const entries = await trx
    .selectFrom('entries')
    .select(['id', 'user_id'])
    .where('tournament_id', '=', tournamentId)
    .execute()
  const ownerOf = new Map(entries.map((entry) => [entry.id, entry.user_id]))
  const results = finalPlaces.map(({ entryId, places }) => {
    const userId = ownerOf.get(entryId)
    if (userId === undefined) throw new Error(`Entry ${entryId} is not in tournament ${tournamentId}.`)
    return { userId, places }
  })
  await trx.deleteFrom('results').where('tournament_id', '=', tournamentId).execute()
  await addPlaces(trx, tournamentId, results)
}

type UserPlaces = { userId: number; places: readonly (number | null)[] }

/** Adds the places of people's entries; `importId`: those of an import. */
export async function addPlaces(
  trx: Db,
  tournamentId: number,
  results: readonly UserPlaces[],
  importId: number | null = null,
): Promise<void> {
  const rows = results.flatMap(({ userId, places }) =>
    places.map((place, index) => ({
      tournament_id: tournamentId,
      user_id: userId,
      entry_number: index + 1,
      place,
      import_id: importId,
    })),
  )
  for (const batch of toBatches(rows, batchSize)) await trx.insertInto('results').values(batch).execute()
}

/** Removes the places of these entries. */
export async function removePlaces(trx: Db, tournamentId: number, entryIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('results')
    .where('tournament_id', '=', tournamentId)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('entries')
        .select('user_id')
        .where('id', 'in', [0, ...entryIds]),
    )
    .execute()
}

/** The places that `saveResults` saved, by entry id; empty if there are none. */
export async function listClosingPlaces(db: Db, tournamentId: number): Promise<FinalPlaces[]> {
  const rows = await db
    .selectFrom('results')
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.tournament_id', '=', 'results.tournament_id')
        .onRef('entries.user_id', '=', 'results.user_id'),
    )
    .select(['entries.id', 'results.place'])
    .where('results.tournament_id', '=', tournamentId)
    .orderBy('entries.id')
    .orderBy('results.entry_number')
    .execute()
  const byEntry = Map.groupBy(rows, (row) => row.id)
  return [...byEntry].map(([entryId, own]) => ({ entryId, places: own.map(({ place }) => place) }))
}

/** One entry's place in a tournament that has ended, with the name of its owner; null for a disqualified one. */
export type PlacedEntry = { userId: number; name: string; entryNumber: number; place: number | null }

/** All places of a tournament that has ended, each person's in entry order. */
export function listPlaces(db: Db, tournamentId: number): Promise<PlacedEntry[]> {
  return db
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.user_id')
    .select(['results.user_id as userId', 'users.name', 'results.entry_number as entryNumber', 'results.place'])
    .where('results.tournament_id', '=', tournamentId)
    .orderBy('results.entry_number')
    .execute()
}

/** The ended tournaments in which the user has places, the newest start first. */
export async function listResults(db: Db, userId: number): Promise<StoredResult[]> {
  const rows = await db
    .selectFrom('results')
    .innerJoin('tournaments', 'tournaments.id', 'results.tournament_id')
    .select(['tournaments.id', 'tournaments.name', 'tournaments.start', 'tournaments.decision', 'results.place'])
    .where('results.user_id', '=', userId)
    .where('tournaments.active', '=', 0)
    .orderBy('tournaments.start', 'desc')
    .orderBy('tournaments.id', 'desc')
    .orderBy('results.entry_number')
    .execute()
  const byTournament = Map.groupBy(rows, (row) => row.id)
  return [...byTournament.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { id, name, start, decision } = first
    return [{ tournament: { id, name, start, ...(decision && { decision }) }, places: own.map(({ place }) => place) }]
  })
}

/**
 * The golfers whom the user has picked, once per entry, newest tournament first. Only picks that are public now, and
 * none of a tournament that was ended without results, because it counts for nobody (docs/rules.md, 6.2).
 */
export async function listVisiblePicks(db: Db, clock: Pick<Clock, 'authoritativeNow'>, userId: number) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('selections', 'selections.entry_id', 'entries.id')
    .innerJoin('players', 'players.id', 'selections.player_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select(['players.espn_id', 'players.name', 'tournaments.id'])
    .where('entries.user_id', '=', userId)
    .where('entries.withdrawn_at', 'is', null)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('tournaments.active', '=', 1),
        exists(
          selectFrom('results').select('results.place').whereRef('results.tournament_id', '=', 'entries.tournament_id'),
        ),
      ]),
    )
    .orderBy('tournaments.start', 'desc')
    .orderBy('tournaments.id', 'desc')
    .orderBy('selections.pick_index')
    .execute()
  const visible = new Map<number, boolean>()
  for (const { id } of rows) {
    if (visible.has(id)) continue
    const tournament = await findTournament(db, id)
    visible.set(id, tournament !== undefined && (await arePicksVisible(db, clock, tournament)))
  }
  return rows.filter(({ id }) => visible.get(id)).map(({ espn_id, name }) => ({ espnId: espn_id, name }))
}
