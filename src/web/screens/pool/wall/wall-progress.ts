import { type Golfer, noValue } from '#domain/field/field.ts'
import { type findSharedProgress, toGolferProgress } from '#web/board/golfer-progress.ts'

type Progress = Pick<Golfer, 'isDNF' | 'position' | 'thru' | 'teeTime' | 'currentRoundScore'>

/**
 * How far a golfer is, and their round so far: "thru 14, today -2", "F, today +1", the tee time. Empty for a golfer who is
 * out: the reason stands in place of the score. What all golfers share is left out.
 */
export function toWallProgress(golfer: Progress, shared: ReturnType<typeof findSharedProgress>): string {
  if (golfer.isDNF) return ''
  const today = golfer.currentRoundScore === noValue ? '' : `today ${golfer.currentRoundScore}`
  return [shared === null ? toGolferProgress(golfer) : '', today].filter(Boolean).join(', ')
}
