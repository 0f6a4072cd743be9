import { placeOfRow, rowsOfEntry, type Standings } from './standings.ts'

/** The final places of one user's entries, as the end-tournament call sends them (specification, sections 3 and 7). */
export type FinalPlaces = {
  readonly entryId: number
  /** In entry order, which is the order of the display names: position numbers, shared by ties; null for a
   * disqualified entry. */
  readonly places: readonly (number | null)[]
}

/** The places of every entry record with picks, in name order. */
export function toFinalPlaces(standings: Standings): FinalPlaces[] {
  return standings.pool.entries
    .map((entry, index) => ({
      entryId: entry.id,
      places: rowsOfEntry(standings.pool, index).map((row) => placeOfRow(standings, row)),
    }))
    .filter(({ places }) => places.length > 0)
}
