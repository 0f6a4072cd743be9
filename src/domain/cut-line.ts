import type { Cut, Cutline, Golfer } from './field.ts'
import { toParText } from './to-par.ts'

/** What decides whether the cut is still a projection. */
export type CutState = {
  readonly cut: Cut
  /** 0 before the first round. */
  readonly currentRound: number
  /** Play of the current round is over (the feed's STATUS_PLAY_COMPLETE), so the cut is made or about to be. */
  readonly isPlayComplete: boolean
}

/**
 * The projected cut line, only while the round is on after which the field is cut (specification, section 4). Null
 * otherwise, for an event without a cut, and while nobody is counted inside: then the feed has not computed the line.
 * A score of 0 is a real line: even par, "E".
 */
export function projectCutline({ cut, currentRound, isPlayComplete }: CutState): Cutline | null {
  const isCutRound = cut.round > 0 && currentRound === cut.round
  if (!isCutRound || isPlayComplete || cut.count === 0) return null
  return { value: cut.score, type: 'projected', displayValue: toParText(cut.score) }
}

/**
 * The place, in the list as it is shown, of the golfer after whom the row "Projected Cut" stands: the last who is
 * still in and at the line or better (section 2, "Golfers leaderboard"). A golfer who is out counts for nothing,
 * whatever his score. With everybody inside that is the last golfer still in; with nobody inside, or without a line,
 * there is no such row: null. A feed caught between two updates may list a better score below a worse one: the row
 * then stands below both, so that nobody at the line is ever shown outside it.
 */
export function findCutLineIndex(
  golfersScores: readonly Pick<Golfer, 'isDNF' | 'relativeScore'>[],
  cutline: Cutline | null,
): number | null {
  if (cutline === null) return null
  const index = golfersScores.findLastIndex(
    (golfer) => !golfer.isDNF && golfer.relativeScore <= cutline.value,
  )
  return index === -1 ? null : index
}
