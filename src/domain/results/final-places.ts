import { placeOfRow, rowsOfEntry, type Standings } from '../standings/standings.ts'

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
