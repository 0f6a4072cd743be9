import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { toMovement } from '#domain/field/field.ts'
import type { ChanceFigure as ChanceFigureName } from '#domain/forecast/forecast.ts'
import { isAmongFirst, isDisqualified, type PossiblePlaces } from '#domain/forecast/possible-places.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { MovementMark } from '#web/board/board-number.tsx'
import styles from '#web/screens/pool/chances/chances.module.css'
import { type Certainty, chanceOf, type GivenChance, toChange, toPercent, toSpokenPercent } from './chances-text.ts'
import { useChances } from './use-chances.ts'

/** The three chances of a row, in display order, with what is proven about each. */
export function listChances(places: PossiblePlaces | undefined) {
  return [
    ['To win', 'win', places && isAmongFirst(places, 1)],
    ['Top 3', 'topThree', places && isAmongFirst(places, 3)],
    ['Out', 'disqualified', places && isDisqualified(places)],
  ] as const satisfies (readonly [name: string, ChanceFigureName, Certainty | undefined])[]
}

type Props = { chance: GivenChance; certainty?: Certainty | undefined }

/** A chance in whole per cent. */
export function ChanceFigure({ chance, certainty = 'open' }: Props) {
  const text = toPercent(chance.share, certainty)
  const spoken = toSpokenPercent(chance.share, certainty)
  if (text === spoken) return <span className="strong">{text}</span>
  return (
    <>
      <span className="strong" aria-hidden="true">
        {text}
      </span>
      <span className="visually-hidden">{spoken}</span>
    </>
  )
}

type ChangeProps = { before: GivenChance | null; now: GivenChance }

/** How much a chance has changed since the round began, in percentage points; nothing where it has not. */
export function ChanceChange({ before, now }: ChangeProps) {
  const points = before === null ? 0 : toChange(before, now)
  if (points === 0) return null
  return (
    <span className={`fine-print ${styles.change}`}>
      <MovementMark movement={toMovement(points)} />
      <span className="visually-hidden"> {Math.abs(points) === 1 ? 'point' : 'points'} since the round began</span>
    </span>
  )
}

type OwnChanceProps = { standings: Standings; leaderboard: Leaderboard; row: number }

/** "12% to win" in the bar of the viewer’s entries, and how it has changed since the round began; nothing below 1 %. */
export function OwnChance({ standings: { pool }, leaderboard, row }: OwnChanceProps) {
  const { figures, isPending, roundStart, possible } = useChances({ pool, leaderboard, rows: [row], roundStart: true })
  if (figures === null || row >= pool.size) return null
  const chance = chanceOf(figures.chances, 'win', row)
  // "<1%" tells nobody anything.
  if (chance.share < 0.01) return null
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
