import type { Player } from '#domain/tournament/tournament.ts'

/**
 * Draws a golfer of a tier: number n of the list has the weight 1 / n (docs/rules.md, 2.7). Undefined if none can be drawn.
 * `random`: from 0 to below 1.
 */
export function drawGolfer(
  /** All golfers of the tier, in its order. */
  tierList: readonly Player[],
  canBeDrawn: (player: Player) => boolean,
  random: number,
): Player | undefined {
  const candidates = tierList
    .map((player, index) => ({ player, weight: 1 / (index + 1) }))
    .filter(({ player }) => canBeDrawn(player))
  const sum = candidates.reduce((total, { weight }) => total + weight, 0)
  let rest = random * sum
  for (const { player, weight } of candidates) {
    rest -= weight
    if (rest < 0) return player
  }
  // The weights were added up with rounding errors.
  return candidates.at(-1)?.player
}
