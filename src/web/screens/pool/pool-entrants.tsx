import { use } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import type { Tiebreakers, WithdrawnEntry } from '#domain/tournament/tournament.ts'
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

/** "1 entry withdrawn: Bo, by Ann, not paid". */
export function WithdrawnEntries({ entries }: { entries: readonly WithdrawnEntry[] }) {
  if (entries.length === 0) return null
  const texts = entries.map(({ name, by, reason }) =>
    [name, ...(by === null ? [] : [`by ${by}`]), reason ?? []].flat().join(', '),
  )
  return (
    <p className={styles.list}>{`${formatCount(entries.length, 'entry', 'entries')} withdrawn: ${texts.join('; ')}`}</p>
  )
}

/** The questions answered in the columns Tie 1 and Tie 2. */
export function PoolTiebreakers({ tiebreakers }: { tiebreakers: Tiebreakers }) {
  return (
    <ul className={styles.list}>
      {tiebreakers.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
        <li key={index}>
          Tiebreaker {index + 1}: {text}
        </li>
      ))}
    </ul>
  )
}
