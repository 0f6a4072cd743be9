import { toMovement } from '#domain/field/movement.ts'
import { MovementMark } from '#web/board/movement-mark.tsx'
import { type Certainty, toChange, toPercent, toSpokenPercent } from '#web/chances/chances-text.ts'
import styles from './chances.module.css'

type Props = { chance: number; certainty?: Certainty | undefined }

/** A chance in whole per cent. */
export function ChanceFigure({ chance, certainty = 'open' }: Props) {
  const text = toPercent(chance, certainty)
  const spoken = toSpokenPercent(chance, certainty)
  if (text === spoken) return <span className={styles.percent}>{text}</span>
  return (
    <>
      <span className={styles.percent} aria-hidden="true">
        {text}
      </span>
      <span className="visually-hidden">{spoken}</span>
    </>
  )
}

type ChangeProps = { before: number | undefined; now: number; simulations: number }

/** How much a chance has changed today, in percentage points; nothing where it has not. */
export function ChanceChange({ before, now, simulations }: ChangeProps) {
  const points = before === undefined ? 0 : toChange(before, now, simulations)
  if (points === 0) return null
  return (
    <span className={styles.change}>
      <MovementMark movement={toMovement(points)} />
      <span className="visually-hidden"> {Math.abs(points) === 1 ? 'point' : 'points'} today</span>
    </span>
  )
}
