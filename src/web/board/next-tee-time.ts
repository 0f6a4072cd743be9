import { type Golfer, noValue } from '#domain/field/field.ts'

type Times = Pick<Golfer, 'isDNF' | 'thru' | 'teeTime'>

/**
 * When play goes on, as ISO 8601: the first tee time to come, while nobody is on the course. Null during play, and while
 * no tee time is known.
 */
export function findNextTeeTime(golfers: readonly Times[], now: Date): string | null {
  const playing = golfers.filter(({ isDNF }) => !isDNF)
  if (playing.some(({ thru }) => /^\d/.test(thru))) return null
  const waiting = playing.filter(({ thru }) => thru === noValue).flatMap(({ teeTime }) => teeTime ?? [])
  const [first] = waiting.sort((a, b) => Date.parse(a) - Date.parse(b))
  return first !== undefined && Date.parse(first) > now.getTime() ? first : null
}
