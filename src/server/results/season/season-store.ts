import type { SeasonDefinition } from '#domain/season/season-definition.ts'
import { type PointsRule, toPlacesTaken } from '#domain/season/season-points.ts'
import type { Db } from '#server/platform/db/database.ts'

export type StoredSeason = SeasonDefinition & { readonly id: number; readonly version: number }

/** All stored seasons, by id. */
export async function listSeasons(db: Db): Promise<StoredSeason[]> {
  const rows = await db
    .selectFrom('seasons')
    .select(['id', 'version', 'name', 'year', 'points', 'best_results as bestResults'])
    .orderBy('id')
    .execute()
  const tournaments = await db.selectFrom('season_tournaments').selectAll().orderBy('tournament_id').execute()
  const listIds = (seasonId: number, counts: 0 | 1) =>
    tournaments.flatMap((row) => (row.season_id === seasonId && row.counts === counts ? row.tournament_id : []))
  return rows.map(({ points, ...season }) => ({
    ...season,
    // Written by `addSeason` and `changeSeason`, so it needs no validation.
    points: JSON.parse(points) as PointsRule,
    included: listIds(season.id, 1),
    excluded: listIds(season.id, 0),
  }))
}

function toValues({ name, year, points, bestResults }: SeasonDefinition) {
  return { name, year, points: JSON.stringify(points), best_results: bestResults }
}

/** Returns the id. A duplicate name or year violates a unique constraint. */
export async function addSeason(trx: Db, definition: SeasonDefinition, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto('seasons')
    .values({ ...toValues(definition), created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addTournaments(trx, id, definition)
  return id
}

/** Reads the season and locks it until the transaction ends. */
export async function lockSeason(trx: Db, id: number): Promise<StoredSeason | undefined> {
  await trx
    .updateTable('seasons')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
  return (await listSeasons(trx)).find((season) => season.id === id)
}

/** Call it in a transaction that has locked the season. */
export async function changeSeason(trx: Db, id: number, definition: SeasonDefinition): Promise<void> {
  await trx
    .updateTable('seasons')
    .set((eb) => ({ ...toValues(definition), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('season_tournaments').where('season_id', '=', id).execute()
  await addTournaments(trx, id, definition)
}

/** Call it in a transaction that has locked the season. */
export async function removeSeason(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('season_tournaments').where('season_id', '=', id).execute()
  await trx.deleteFrom('seasons').where('id', '=', id).execute()
}

async function addTournaments(trx: Db, seasonId: number, { included, excluded }: SeasonDefinition): Promise<void> {
  const toRow = (counts: 0 | 1) => (tournamentId: number) => ({
    season_id: seasonId,
    tournament_id: tournamentId,
    counts,
  })
  const rows = [...included.map(toRow(1)), ...excluded.map(toRow(0))]
  if (rows.length > 0) await trx.insertInto('season_tournaments').values(rows).execute()
}

export type RankedTournament = Awaited<ReturnType<typeof listRankedTournaments>>[number]

/** The tournaments that ended with places, earliest first. */
export function listRankedTournaments(db: Db) {
  return db
    .selectFrom('tournaments')
    .select(['id', 'name', 'start', 'version'])
    .where('active', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('results').select('place').whereRef('results.tournament_id', '=', 'tournaments.id')),
    )
    .orderBy('start')
    .orderBy('id')
    .execute()
}

/** A tournament's data for a season: which places are taken, and each user's best place, 0 if all were disqualified. */
export async function readTournamentPlaces(db: Db, tournament: Pick<RankedTournament, 'id' | 'name' | 'start'>) {
  const counts = await db
    .selectFrom('results')
    .select(['place', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tournament_id', '=', tournament.id)
    .where('place', 'is not', null)
    .groupBy('place')
    .execute()
  const rows = await db
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.user_id')
    .select(['results.user_id as userId', 'users.name', ({ fn }) => fn.min('results.place').as('best')])
    .where('tournament_id', '=', tournament.id)
    .groupBy(['results.user_id', 'users.name'])
    .execute()
  const taken = toPlacesTaken(counts.flatMap(({ place, count }) => (place === null ? [] : [{ place, count }])))
  const { id, name, start } = tournament
  return {
    tournament: { id, name, start, ...taken },
    best: rows.map(({ best, ...person }) => ({ ...person, place: best ?? 0 })),
  }
}
