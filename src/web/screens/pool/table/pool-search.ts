import { foldName, foldWords } from '#domain/names.ts'
import { type Pool, picksPerRow } from '#domain/pool.ts'
import type { Standings } from '#domain/standings.ts'
import { type Tier, tiers } from '#domain/tournament.ts'

/** The names of a pool as they are looked for: made once, for many questions. */
export type PoolSearchIndex = {
  readonly pool: Pool
  /** As the pool's players. */
  readonly players: readonly string[]
  /** As the pool's entries. */
  readonly entries: readonly string[]
}

export type PoolMatches = {
  /** For each row of the pool 1 when it is found. */
  readonly rows: Uint8Array
  /** For each of the pool's players 1 when a word of the question is in his name. */
  readonly players: Uint8Array
  readonly count: number
}

export function createPoolSearchIndex(pool: Pool): PoolSearchIndex {
  return {
    pool,
    players: pool.players.map(({ name }) => foldName(name)),
    entries: pool.entries.map(({ name }) => foldName(name)),
  }
}

/**
 * The entries in which every word of the question is in the name or in one of the four golfers: "scheffler" finds who
 * has him, "scheffler mcilroy" who has both, "robin 2" one entry. Null for a question without words.
 */
export function searchPool({ pool, players, entries }: PoolSearchIndex, query: string): PoolMatches | null {
  const words = foldWords(query)
  if (words.length === 0) return null
  const found = { rows: new Uint8Array(pool.size).fill(1), players: new Uint8Array(players.length) }
  for (const word of words) {
    const inPlayer = Uint8Array.from(players, (name) => Number(name.includes(word)))
    const inEntry = Uint8Array.from(entries, (name) => Number(name.includes(word)))
    inPlayer.forEach((hit, index) => {
      if (hit) found.players[index] = 1
    })
    for (let row = 0; row < pool.size; row += 1) {
      const isNamed = inEntry[pool.entryOfRow[row] ?? -1] === 1 || word === String(pool.numberOfRow[row])
      if (!isNamed && !hasPick(pool, row, inPlayer)) found.rows[row] = 0
    }
  }
  return { ...found, count: found.rows.reduce((sum, hit) => sum + hit, 0) }
}

function hasPick({ picks }: Pool, row: number, inPlayer: Uint8Array): boolean {
  for (let pick = row * picksPerRow; pick < (row + 1) * picksPerRow; pick += 1) {
    if (inPlayer[picks[pick] ?? -1] === 1) return true
  }
  return false
}

/** The tiers in which a row has a golfer who was looked for. */
export function listMatchedTiers({ picks }: Pool, { players }: PoolMatches, row: number): Tier[] {
  return tiers.filter((tier) => players[picks[row * picksPerRow + tier] ?? -1] === 1)
}

/** The lines of the standings on which the found rows stand, from the top. */
export function listMatchedLines({ ranking: { rowAtLine } }: Standings, { rows }: PoolMatches): number[] {
  const lines: number[] = []
  rowAtLine.forEach((row, line) => {
    if (rows[row] === 1) lines.push(line)
  })
  return lines
}
