import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'

const startFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** The time left to make and change picks. */
export function EntryCountdown({ start }: { start: string }) {
  const now = useNow(1000)
  const moment = new Date(start)
  if (now >= moment) return <span>Picks are closing now</span>
  return (
    <>
      <span>
        Picks close in{' '}
        {timeUntil(moment, now)
          .map(({ value, unit }) => `${value} ${unit}`)
          .join(' ')}
      </span>
      <time dateTime={start}>{startFormat.format(moment)}</time>
    </>
  )
}
