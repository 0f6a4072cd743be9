import { noValue } from '#domain/field/field.ts'
import { compareNames } from '#domain/names/names.ts'
import { placeOfRow, rowsOfEntry, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import { toOrdinal } from '#domain/text/format.ts'
import type { Player } from '#domain/tournament/tournament.ts'

/** The places of one user's entries in an ended tournament; null for a disqualified entry. */
export type TournamentPlaces = {
  readonly places: readonly (number | null)[]
}

/** Computes a user's statistics on the results screen (docs/rules.md, 6.1). A shared place counts as that place. */
export function countResults(results: readonly TournamentPlaces[]) {
  const tournaments = results.map(({ places }) => places.filter((place) => place !== null))
  const places = tournaments.flat()
  const bestPlaces = tournaments.filter((own) => own.length > 0).map((own) => Math.min(...own))
  return {
    /** Entries, not tournaments. */
    firstPlaceFinishes: places.filter((place) => place === 1).length,
    /** Entries, not tournaments. */
    secondPlaceFinishes: places.filter((place) => place === 2).length,
    /** Tournaments whose best entry finished 5th or better. */
    topFives: bestPlaces.filter((place) => place <= 5).length,
    /** Tournaments whose best entry finished 10th or better, those of `topFives` included. */
    topTens: bestPlaces.filter((place) => place <= 10).length,
    /** Over all entries with a place, with 1 to 2 decimals: "3.0", "3.25"; "--" without any. */
    averagePlace: toAverageText(places),
  }
}

/**
 * The golfers of these picks with the number of their entries, most picked first and equals by name (docs/rules.md, 6.2). Golfers are identified by
 * espnId and named as in their first pick, so pass the newest picks first.
 */
export function rankFavoriteGolfers(picks: Iterable<Pick<Player, 'espnId' | 'name'>>) {
  const favorites = new Map<string, { name: string; count: number }>()
  for (const { espnId, name } of picks) {
    const known = favorites.get(espnId)
    favorites.set(espnId, { name: known?.name ?? name, count: (known?.count ?? 0) + 1 })
  }
  return [...favorites.values()].sort((a, b) => b.count - a.count || compareNames(a.name, b.name))
}

/** Rounds the hundredths rather than the quotient: 201 / 200 is 1.005, whose binary form is slightly less. */
function toAverageText(places: readonly number[]): string {
  if (places.length === 0) return noValue
  const sum = places.reduce((total, place) => total + place, 0)
  const hundredths = Math.round((sum * 100) / places.length)
  return (hundredths / 100).toFixed(hundredths % 10 === 0 ? 1 : 2)
}

/**
 * Compares a user's best place in a tournament with their earlier ones, in one sentence (docs/rules.md, 5.3). A
 * tournament in which they had no place does not count.
 */
export function toFinishText(places: TournamentPlaces['places'], earlier: readonly TournamentPlaces[]): string {
  const best = findBest(places)
  const before = earlier.map((result) => findBest(result.places)).filter((place) => place !== null)
  const record = before.length === 0 ? null : Math.min(...before)
  if (best === null) {
    const sentence = 'None of your entries has a place.'
    return record === null ? sentence : `${sentence} Your best finish is ${toOrdinal(record)}.`
  }
  if (record === null) return `You finished ${toOrdinal(best)}, your first result.`
  if (best < record)
    return `You finished ${toOrdinal(best)}, your best finish yet; your previous best was ${toOrdinal(record)}.`
  if (best === record) return `You finished ${toOrdinal(best)}, which equals your best finish.`
  const rank = before.filter((place) => place < best).length + 1
  return `You finished ${toOrdinal(best)}, your ${toOrdinal(rank)} best finish in ${before.length + 1} tournaments; your best is ${toOrdinal(record)}.`
}

function findBest(places: TournamentPlaces['places']): number | null {
  const placed = places.filter((place) => place !== null)
  return placed.length === 0 ? null : Math.min(...placed)
}

/** The final places of one user's entries, as the call that ends a tournament sends them (docs/rules.md, 5.1). */
export type FinalPlaces = {
  readonly entryId: number
  /** In entry order; null for a disqualified entry. */
  readonly places: readonly (number | null)[]
}

/** The final places of every entry record with picks, by user name. */
export function toFinalPlaces(standings: Standings): FinalPlaces[] {
  return standings.pool.entries
    .map((entry, index) => ({
      entryId: entry.id,
      places: rowsOfEntry(standings.pool, index).map((row) => placeOfRow(standings, row)),
    }))
    .filter(({ places }) => places.length > 0)
}

/** Place, score to par and strokes of one of the three entries; null if disqualified. */
export type EntryResult = [place: number | null, relativeScore: number | null, total: number | null]

/** The results of the three entries of a record, in entry order. `index` is the index of the record in the pool. */
export function listEntryResults(standings: Standings, index: number): EntryResult[] {
  return rowsOfEntry(standings.pool, index).map((row) => {
    const { place, relativeScore, total } = standingOfRow(standings, row)
    return [place, relativeScore, total]
  })
}
