import { type Golfer, noValue } from '#domain/field/field.ts'
import { toClock } from '#web/time/time-text.ts'

type Props = { golfer: Pick<Golfer, 'thru' | 'teeTime'> }

/** The holes played, or the tee time in the viewer's time zone (docs/rules.md, 3.5). */
export function GolferThru({ golfer: { thru, teeTime } }: Props) {
  if (thru !== noValue || teeTime === null) return thru
  return <time dateTime={teeTime}>{toClock(teeTime)}</time>
}
