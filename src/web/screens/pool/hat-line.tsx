import { placeHat, toHatText } from '#domain/standings/hat.ts'
import type { Standings } from '#domain/standings/standings.ts'
import styles from './pool-board.module.css'

/** Where the Hat would stand, above the table that it is not in (docs/rules.md, 4.12); the board's menu says what it is. */
export function HatLine({ standings }: { standings: Standings }) {
  const hat = placeHat(standings)
  return hat && <p className={`fine-print ${styles.hat}`}>{toHatText(hat)}</p>
}
