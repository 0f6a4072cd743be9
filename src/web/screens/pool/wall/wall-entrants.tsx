import type { Pool } from '#domain/pool.ts'
import { toMoment } from '#web/time/board-time.ts'
import { useNow } from '#web/time/use-now.ts'
import styles from './pool-wall.module.css'

/** Before the start: its time, and who has entered. Picks are still hidden (docs/rules.md, 2.6). */
export function WallEntrants({ pool }: { pool: Pool }) {
  const now = useNow(60_000)
  const { start } = pool.tournament
  return (
    <div className={styles['before-start']}>
      <p className={styles['label']}>Entries close</p>
      <p className={styles['start']}>
        <time dateTime={start}>{toMoment(start, now)}</time>
      </p>
      <ul className={styles['names']} aria-label="Entered">
        {pool.entries.map((entry) => (
          <li key={entry.id}>{entry.name}</li>
        ))}
      </ul>
    </div>
  )
}
