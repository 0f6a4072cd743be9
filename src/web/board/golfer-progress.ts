import { type Golfer, noValue } from '#domain/field/field.ts'
import { toClock } from '#web/time/time-text.ts'

/** "thru 14", "F", the tee time in the viewer's time zone, or why the golfer is out (docs/rules.md, 3.5). */
export function toGolferProgress({
  isDNF,
  position,
  thru,
  teeTime,
}: Pick<Golfer, 'isDNF' | 'position' | 'thru' | 'teeTime'>): string {
  if (isDNF) return position === noValue ? 'no data' : position
  if (/^\d/.test(thru)) return `thru ${thru}`
  return thru === noValue && teeTime !== null ? toClock(teeTime) : thru
}

/**
 * What all golfers who are not out have in common, so that a board says it once instead of at each of them: they wait for
 * their tee times, or have finished. Null if it differs, and without such golfers.
 */
export function findSharedProgress(golfers: readonly Pick<Golfer, 'isDNF' | 'thru'>[]): 'waiting' | 'finished' | null {
  const playing = golfers.filter(({ isDNF }) => !isDNF)
  if (playing.length === 0) return null
  if (playing.every(({ thru }) => thru === 'F')) return 'finished'
  return playing.every(({ thru }) => thru === noValue) ? 'waiting' : null
}
