import type { Tiebreakers } from '#domain/tournament.ts'
import styles from './pool-tiebreakers.module.css'

/** The questions that the columns Tie 1 and Tie 2 answer. */
export function PoolTiebreakers({ tiebreakers }: { tiebreakers: Tiebreakers }) {
  return (
    <ul className={styles['list']}>
      {tiebreakers.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions are known by their number.
        <li key={at}>
          Tiebreaker {at + 1}: {text}
        </li>
      ))}
    </ul>
  )
}
