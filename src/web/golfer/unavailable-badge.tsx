import styles from './unavailable-badge.module.css'
import type { UnavailableLabel } from './unavailable-label.ts'

type Props = {
  unavailable: UnavailableLabel
  /** Whether the reason is already shown beside the badge. */
  isReasonShown?: boolean
}

/** A badge after the name of a golfer who is out, with the reason for screen readers. */
export function UnavailableBadge({ unavailable, isReasonShown = false }: Props) {
  return (
    <>
      {' '}
      <span className={styles.mark} aria-hidden="true">
        {unavailable.code}
      </span>
      {!isReasonShown && <span className="visually-hidden"> ({unavailable.note})</span>}
    </>
  )
}
