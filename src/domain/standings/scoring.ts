import { type Golfer, noValue } from '#domain/field/field.ts'
import { toShortName } from '#domain/names/names.ts'
import type { Player } from '#domain/tournament/tournament.ts'

/** A pick of an entry with the golfer's current score. */
export type PickedGolfer = {
  readonly player: Player
  readonly golfer: Golfer
}

/** Golfers of an entry who count; the fourth is dropped (docs/rules.md, 4.1). */
export const countedPerEntry = 3

/**
 * Above 0 if `a` is worse than `b` (docs/rules.md, 4.2): out before any other, then the higher relative score, the
 * higher total, the later tier, the higher id. Never 0 for two different golfers.
 */
function compareForDrop(a: PickedGolfer, b: PickedGolfer): number {
  if (a.golfer.isDNF !== b.golfer.isDNF) return a.golfer.isDNF ? 1 : -1
  return (
    a.golfer.relativeScore - b.golfer.relativeScore ||
    a.golfer.total - b.golfer.total ||
    a.player.tier - b.player.tier ||
    a.player.id - b.player.id
  )
}

/** Until one of the four has played or is out, nobody is marked as dropped (docs/rules.md, 4.2). */
export function hasAnyScore(picks: readonly PickedGolfer[]): boolean {
  return picks.some(({ golfer }) => golfer.isDNF || golfer.toPar !== noValue)
}

/** The worst golfer of an entry, who does not count (docs/rules.md, 4.2). */
export function getDroppedPick<T extends PickedGolfer>(picks: readonly [T, T, T, T]): T {
  return picks.reduce((worst, pick) => (compareForDrop(pick, worst) > 0 ? pick : worst))
}

/** The leaderboard row of a golfer whom the feed does not list: out, with "--" everywhere (docs/rules.md, 3.2). */
export function toPlaceholderGolfer(player: Player): Golfer {
  return {
    index: -1,
    espnId: player.espnId,
    fullName: player.name,
    shortName: toShortName(player.name),
    amateur: false,
    logoImage: null,
    isDNF: true,
    position: noValue,
    movement: { text: '-', class: 'none' },
    relativeScore: 0,
    toPar: noValue,
    total: 0,
    totalScore: noValue,
    currentRoundScore: noValue,
    thru: noValue,
    teeTime: null,
    round1Score: noValue,
    round2Score: noValue,
    round3Score: noValue,
    round4Score: noValue,
    correction: null,
  }
}
