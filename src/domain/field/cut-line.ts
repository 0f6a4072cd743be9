import { type Cut, type Cutline, type Golfer, toParText } from './field.ts'

/** The inputs that decide whether the cut is projected. */
export type CutState = {
  readonly cut: Cut
  /** 0 before the first round. */
  readonly currentRound: number
  /** The feed's STATUS_PLAY_COMPLETE for the current round: the cut has been made, or is about to be. */
  readonly isPlayComplete: boolean
}

/**
 * The projected cut line (docs/rules.md, 3.6), in strokes to par; 0 is a real line, even par. Null outside the cut
 * round, for an event without a cut, and while the feed counts nobody inside, because it has not computed the line yet.
 */
export function projectCutline({ cut, currentRound, isPlayComplete }: CutState): Cutline | null {
  const isCutRound = cut.round > 0 && currentRound === cut.round
  if (!isCutRound || isPlayComplete || cut.count === 0) return null
  return { value: cut.score, type: 'projected', displayValue: toParText(cut.score) }
}

/**
 * The index of the golfer above the row "Projected Cut" (docs/rules.md, 3.6): the last one in the list who is still in
 * and at the line or better. Null without a line or with nobody inside. Between two updates the feed may list a better
 * score below a worse one: the row then comes below both, so nobody at the line is shown outside it.
 */
export function findCutLineIndex(
  golfersScores: readonly Pick<Golfer, 'isDNF' | 'relativeScore'>[],
  cutline: Cutline | null,
): number | null {
  if (cutline === null) return null
  const index = golfersScores.findLastIndex((golfer) => !golfer.isDNF && golfer.relativeScore <= cutline.value)
  return index === -1 ? null : index
}
