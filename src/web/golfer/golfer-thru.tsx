import type { Golfer } from '#domain/field.ts'
import { noValue } from '#domain/field.ts'
import { toClock } from '../time/board-time.ts'

type Props = { golfer: Pick<Golfer, 'thru' | 'teeTime'> }

/** How far he is in his round; his tee time, in the viewer's zone, while he waits for it. */
export function GolferThru({ golfer: { thru, teeTime } }: Props) {
  if (thru !== noValue || teeTime === null) return thru
  return <time dateTime={teeTime}>{toClock(teeTime)}</time>
}
