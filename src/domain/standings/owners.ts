import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import type { Standings } from './standings.ts'

/** The lines of the entries that picked a golfer, from the top of the standings. */
export function listOwnerLines({ pool, ranking: { rowAtLine } }: Standings, espnId: string): number[] {
  const player = pool.players.findIndex((player) => player.espnId === espnId)
  const lines: number[] = []
  if (player < 0) return lines
  rowAtLine.forEach((row, line) => {
    if (pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow).includes(player)) lines.push(line)
  })
  return lines
}

/** The golfers whom a user has picked, by espnId. */
export function listPicksOfUser({ players, entries }: Pick<Pool, 'players' | 'entries'>, userId: number): Set<string> {
  const ids = new Set(
    entries
      .filter((entry) => entry.userId === userId)
      .flatMap(({ selections }) => selections.map(({ playerId }) => playerId)),
  )
  return new Set(players.filter(({ id }) => ids.has(id)).map(({ espnId }) => espnId))
}
