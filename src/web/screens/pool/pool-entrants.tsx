import { use } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { formatNumber } from '#domain/text/format.ts'
import { RivalsContext } from '#web/own-entries/use-own-entries.ts'
import styles from './pool-entrants.module.css'

/** The names of the entrants; picks are hidden until the start (docs/rules.md, 2.6). */
export function PoolEntrants({ pool, userId }: { pool: Pool; userId: number }) {
  const rivals = use(RivalsContext)
  const hidden = pool.tournament.endedBeforeStart
    ? 'It was cancelled before its start, so picks stay hidden.'
    : 'Picks stay hidden until the start.'
  return (
    <section className={`ruled ${styles.entrants}`} aria-labelledby="entrants">
      <h2 id="entrants">
        Entered
        {pool.entries.length > 0 && (
          <span className={`count ${styles.count}`}> {formatNumber(pool.entries.length)}</span>
        )}
      </h2>
      {pool.entries.length === 0 ? (
        <p className="small-print">No one has entered yet. {hidden}</p>
      ) : (
        <>
          <p className="small-print">{hidden}</p>
          <ul className={styles.names}>
            {pool.entries.map((entry) => (
              <li key={entry.id} className={entry.userId === userId ? 'own-row' : undefined}>
                {entry.name}
                {rivals.has(entry.userId) && <span className="fine-print"> ★ followed</span>}
                {entry.userId === userId && <span className="visually-hidden"> (you)</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
