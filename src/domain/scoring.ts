import { type Golfer, noValue } from './field.ts'
import { toShortName } from './names.ts'
import type { Player } from './tournament.ts'

/** A pick of an entry: whom, and how he stands at this moment. */
export type PickedGolfer = {
  readonly player: Player
  readonly golfer: Golfer
}

/** Golfers of an entry who count; the fourth is dropped (specification, section 9). */
export const countedPerEntry = 3

/**
 * Above 0 when `a` is worse than `b`: a DNF before any other, then the higher relative score, the higher total, the
 * later tier, the higher id (decisions, section 5). Never 0 for two different players.
 */
function compareForDrop(a: PickedGolfer, b: PickedGolfer): number {
  return (
    Number(a.golfer.isDNF) - Number(b.golfer.isDNF) ||
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

/** The golfer of an entry who does not count: its worst. */
export function getDroppedPick<T extends PickedGolfer>(picks: readonly [T, T, T, T]): T {
  return picks.reduce((worst, pick) => (compareForDrop(pick, worst) > 0 ? pick : worst))
}

/**
 * The row of a player who is not in the field: placeholders, and DNF (specification, section 3). `index` is -1, as
 * the feed has no place for him.
 */
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
  }
}
