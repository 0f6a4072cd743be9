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
