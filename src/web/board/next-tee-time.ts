import { type Golfer, noValue } from '#domain/field/field.ts'

type Times = Pick<Golfer, 'isDNF' | 'thru' | 'teeTime'>

/**
 * With whom play goes on: the golfer with the first tee time to come, while none of these golfers is on the course. Null
 * during play, and while no tee time is known.
 */
export function findNextTeeTime<T extends Times>(golfers: readonly T[], now: Date): (T & { teeTime: string }) | null {
  const playing = golfers.filter(({ isDNF }) => !isDNF)
  if (playing.some(({ thru }) => /^\d/.test(thru))) return null
  const [first] = playing.filter(isWaiting).sort((a, b) => Date.parse(a.teeTime) - Date.parse(b.teeTime))
  return first !== undefined && Date.parse(first.teeTime) > now.getTime() ? first : null
}

function isWaiting<T extends Times>(golfer: T): golfer is T & { teeTime: string } {
  return golfer.thru === noValue && golfer.teeTime !== null
}
