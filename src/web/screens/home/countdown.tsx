import { timeUntil } from '#web/time/time-until.ts'
import styles from './home-screen.module.css'

const startFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** The time until the start in its two or three largest units, and the start in the viewer’s time zone. */
export function Countdown({ start, now }: { start: Date; now: Date }) {
  return (
    <>
      <p className={styles['countdown']} role="timer">
        {timeUntil(start, now).map(({ value, unit }) => (
          <span key={unit}>
            <span className={styles['figure']}>{value}</span> {unit}{' '}
          </span>
        ))}
      </p>
      <p className={styles['intro']}>
        until the first tee time, <time dateTime={start.toISOString()}>{startFormat.format(start)}</time>. Picks close
        at the start.
      </p>
    </>
  )
}
