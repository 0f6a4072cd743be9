import styles from './unavailable-badge.module.css'
import type { UnavailableLabel } from './unavailable-label.ts'

type Props = {
  unavailable: UnavailableLabel
  /** The reason stands beside it in words already. */
  isReasonShown?: boolean
}

/** Stands after the name of a golfer who is out: letters in a box, and the reason for a screen reader. */
export function UnavailableBadge({ unavailable, isReasonShown = false }: Props) {
  return (
    <>
      {' '}
      <span className={styles['mark']} aria-hidden="true">
        {unavailable.code}
      </span>
      {!isReasonShown && <span className="visually-hidden"> ({unavailable.note})</span>}
    </>
  )
}
