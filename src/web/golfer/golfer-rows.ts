import { countPicks, type Pool } from '#domain/entries/pool.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import { toPlaceholderGolfer } from '#domain/standings/scoring.ts'
import { toShareText } from '#domain/text/percent.ts'
import type { Tier } from '#domain/tournament/tournament.ts'

export type GolferRow = Golfer & {
  /** The number of entries that picked the golfer; null while picks are hidden. */
  readonly entryCount: number | null
  /** Their share of all entries, "20%"; null if there are none. */
  readonly entryShare: string | null
  /** Null for a golfer who is not in the pool. */
  readonly tier: Tier | null
  /** Par of the course; 0 if unknown. */
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
  const tiers = new Map(pool.players.map(({ espnId, tier }) => [espnId, tier]))
  const inField = new Set(golfersScores.map((golfer) => golfer.espnId))
  const missing = pool.players.filter((player) => !inField.has(player.espnId)).map(toPlaceholderGolfer)
  return [...golfersScores, ...missing].map((golfer) => {
    const count = counts.get(golfer.espnId) ?? 0
    return {
      ...golfer,
      entryCount: arePicksShown ? count : null,
      entryShare: arePicksShown && count > 0 ? toShareText(count, pool.size) : null,
      tier: tiers.get(golfer.espnId) ?? null,
      par,
    }
  })
}
