import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import { foldName, foldWords } from '#domain/names/folded-names.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'

/** The result of a search in the pool. */
export type PoolMatches = {
  /** 1 for each row of the pool that matches. */
  readonly rows: Uint8Array
  /** 1 for each of `pool.players` whose name contains a word of the query. */
  readonly players: Uint8Array
  readonly count: number
}

type PoolSearchIndex = ReturnType<typeof createPoolSearchIndex>

/** The names of a pool, folded once for many searches: those of the golfers and of the entries, each in the pool's order. */
export function createPoolSearchIndex(pool: Pool) {
  return {
    pool,
    players: pool.players.map(({ name }) => foldName(name)),
    entries: pool.entries.map(({ name }) => foldName(name)),
  }
}

/**
 * The rows in which each word of the query is part of the person's name, the entry number or a golfer's name: "scheffler
 * mcilroy" finds the rows with both golfers, "robin 2" one row. Null for a query without words.
 */
export function searchPool({ pool, players, entries }: PoolSearchIndex, query: string): PoolMatches | null {
  const words = foldWords(query)
  if (words.length === 0) return null
  const matches = { rows: new Uint8Array(pool.size).fill(1), players: new Uint8Array(players.length) }
  for (const word of words) {
    const playerHits = Uint8Array.from(players, (name) => Number(name.includes(word)))
    const entryHits = Uint8Array.from(entries, (name) => Number(name.includes(word)))
    playerHits.forEach((hit, index) => {
      if (hit) matches.players[index] = 1
    })
    for (let row = 0; row < pool.size; row += 1) {
      const isNamed = entryHits[pool.entryOfRow[row] ?? -1] === 1 || word === String(pool.numberOfRow[row])
      if (!isNamed && !hasPick(pool, row, playerHits)) matches.rows[row] = 0
    }
  }
  return { ...matches, count: matches.rows.reduce((sum, hit) => sum + hit, 0) }
}

function hasPick({ picks }: Pool, row: number, playerHits: Uint8Array): boolean {
  for (let pick = row * picksPerRow; pick < (row + 1) * picksPerRow; pick += 1) {
    if (playerHits[picks[pick] ?? -1] === 1) return true
  }
  return false
}

/** The tiers whose golfer in this row matches the search. */
export function listMatchedTiers({ picks }: Pool, { players }: PoolMatches, row: number): Tier[] {
  return tiers.filter((tier) => players[picks[row * picksPerRow + tier] ?? -1] === 1)
}
