import { formatList } from '#domain/text/format.ts'
import { toShareText } from '#domain/text/percent.ts'
import { type Player, tiers } from '#domain/tournament/tournament.ts'
import { countPicks, type Pool, picksPerRow } from './pool.ts'

/** A golfer and the number of entries that picked them. */
export type PickedGolfer = { readonly player: Player; readonly entries: number }

/**
 * Each tier's golfers by number of entries, also those whom nobody picked. Of equal ones, the first in the tier's list comes
 * first: so the first of each tier are the consensus entry (docs/rules.md, 9.9).
 */
export function listPickedGolfers(pool: Pool): PickedGolfer[][] {
  const counts = countPicks(pool)
  const golfers = pool.players.map((player) => ({ player, entries: counts.get(player.espnId) ?? 0 }))
  return tiers.map((tier) =>
    golfers
      .filter(({ player }) => player.tier === tier)
      .sort((a, b) => b.entries - a.entries || a.player.order - b.player.order),
  )
}

/** The consensus entry in one line, with the shares; null if nobody has entered. */
export function toConsensusText(pool: Pool): string | null {
  if (pool.size === 0) return null
  const golfers = listPickedGolfers(pool)
    .flatMap((tier) => tier.slice(0, 1))
    .map(({ player, entries }) => `${player.name} (${toShareText(entries, pool.size)})`)
  return `Most picked, tiers A to D: ${formatList(golfers)}.`
}

/** A user's entry, and the share of entries that its golfers have on average, from 0 to 1. */
export type ComparedEntry = { readonly number: number; readonly share: number }

export type ComparedPicks = {
  /** The golfers whom nobody else picked, by tier. */
  readonly onlyTheirs: readonly Player[]
  /** From the one closest to the pool to the boldest; equal ones by number. */
  readonly entries: readonly ComparedEntry[]
}

/**
 * A user's picks beside those of the pool: the larger the sum of its golfers' shares, the closer an entry is to the pool
 * (docs/rules.md, 9.9). Null without an entry of theirs, or of anybody else.
 */
export function comparePicks(pool: Pool, userId: number): ComparedPicks | null {
  const counts = countPicks(pool)
  const own = Array.from(pool.numberOfRow, (number, row) => ({ number, row }))
    .filter(({ row }) => pool.entries[pool.entryOfRow[row] ?? 0]?.userId === userId)
    .map(({ number, row }) => ({
      number,
      golfers: pool.players.filter((_, player) =>
        pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow).includes(player),
      ),
    }))
  if (own.length === 0 || own.length === pool.size) return null
  const countOf = ({ espnId }: Player) => counts.get(espnId) ?? 0
  const isOnlyTheirs = (player: Player) =>
    countOf(player) > 0 && countOf(player) === own.filter(({ golfers }) => golfers.includes(player)).length
  return {
    onlyTheirs: listPickedGolfers(pool)
      .flat()
      .map(({ player }) => player)
      .filter(isOnlyTheirs),
    entries: own
      .map(({ number, golfers }) => ({
        number,
        share: golfers.reduce((sum, golfer) => sum + countOf(golfer), 0) / (picksPerRow * pool.size),
      }))
      .sort((a, b) => b.share - a.share || a.number - b.number),
  }
}
