import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'

/** What a search has found. */
export type PoolMatches = {
  /** 1 for each row of the pool that matches. */
  readonly rows: Uint8Array
  /** 1 for each of `pool.players` whose name contains a word of the query. */
  readonly players: Uint8Array
  readonly count: number
}

/** The tiers whose golfer in this row matches the search. */
export function listMatchedTiers({ picks }: Pool, { players }: PoolMatches, row: number): Tier[] {
  return tiers.filter((tier) => players[picks[row * picksPerRow + tier] ?? -1] === 1)
}
