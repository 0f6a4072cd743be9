import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { isAmongFirst } from '#domain/forecast/possible-places.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { chanceOf } from '#web/chances/chances-text.ts'
import { useChances } from '#web/chances/use-chances.ts'
import { ChanceChange, ChanceFigure } from './chance-figure.tsx'
import styles from './chances.module.css'

export type OwnChanceProps = { standings: Standings; leaderboard: Leaderboard; row: number }

/** "12% to win" in the bar of the viewer’s entries, and how it has changed since the round began. */
export function OwnChance({ standings: { pool }, leaderboard, row }: OwnChanceProps) {
  const { figures, isPending, roundStart, possible } = useChances({ pool, leaderboard, rows: [row], roundStart: true })
  if (figures === null || row >= pool.size) return null
  const chance = chanceOf(figures.chances, 'win', row)
  const places = possible.get(row)
  return (
    <span className={`${styles.own} ${isPending ? styles.old : ''}`}>
      <span className="visually-hidden">, </span>
      <ChanceFigure chance={chance} certainty={places && isAmongFirst(places, 1)} />{' '}
      <span className={styles.wide}>to </span>win{' '}
      <ChanceChange before={roundStart && chanceOf(roundStart, 'win', row)} now={chance} />
    </span>
  )
}
