import type { Tiebreakers } from '#domain/tournament.ts'
import styles from './pool-tiebreakers.module.css'

/** The questions answered in the columns Tie 1 and Tie 2. */
export function PoolTiebreakers({ tiebreakers }: { tiebreakers: Tiebreakers }) {
  return (
    <ul className={styles['list']}>
      {tiebreakers.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
        <li key={index}>
          Tiebreaker {index + 1}: {text}
        </li>
      ))}
    </ul>
  )
}
