import { useState } from 'react'
import type { UserResults } from '#contract/results-contract.ts'
import styles from './results-screen.module.css'

/** A record of many years has a hundred golfers. */
const initialCount = 12

/** The golfers that the user has picked, with counts (docs/rules.md, 6.2). */
export function ResultsFavorites({ golfers }: { golfers: UserResults['favoriteGolfers'] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (golfers.length === 0) return null
  const shown = isExpanded ? golfers : golfers.slice(0, initialCount)
  return (
    <section className={styles['favorites']} aria-labelledby="most-picked">
      <h2 id="most-picked">Most Picked</h2>
      <ol>
        {shown.map(({ name, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two golfers may have one name, and the list never changes.
          <li key={index}>
            <span>{name}</span> <span className={styles['picks']}>({count})</span>
          </li>
        ))}
      </ol>
      {shown.length < golfers.length && (
        <button
          type="button"
          className={`button-text no-print ${styles['show-all']}`}
          onClick={() => setIsExpanded(true)}
        >
          Show all {golfers.length}
        </button>
      )}
    </section>
  )
}
