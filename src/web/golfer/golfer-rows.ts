import { countPicks, type Pool } from '#domain/entries/pool.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import { toPlaceholderGolfer } from '#domain/standings/scoring.ts'

export type GolferRow = Golfer & {
  /** The number of entries that picked the golfer; null while picks are hidden. */
  readonly entryCount: number | null
  /** Of the course; 0 if unknown. */
  readonly par: number
}

/**
 * The rows of the golfers leaderboard: the field in the feed's order, then placeholders for the tournament's golfers
 * whom the feed does not list (docs/rules.md, 3.1).
 */
export function listGolferRows(
  pool: Pool,
  { golfersScores, par }: Pick<Field, 'golfersScores'> & { readonly par: number },
  arePicksShown: boolean,
): GolferRow[] {
  const counts = countPicks(pool)
  const inField = new Set(golfersScores.map((golfer) => golfer.espnId))
  const missing = pool.players.filter((player) => !inField.has(player.espnId)).map(toPlaceholderGolfer)
  return [...golfersScores, ...missing].map((golfer) => {
    const entryCount = arePicksShown ? (counts.get(golfer.espnId) ?? 0) : null
    const known = rows.get(golfer)
    if (known?.entryCount === entryCount && known.par === par) return known
    const row = { ...golfer, entryCount, par }
    rows.set(golfer, row)
    return row
  })
}

/** A golfer whom a refresh has not changed keeps the row, which is then not rendered again. */
const rows = new WeakMap<Golfer, GolferRow>()
