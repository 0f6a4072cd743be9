import type { ReactNode } from 'react'
import styles from './save-bar.module.css'
import { type SaveStatus, toSaveStatusText } from './save-status.ts'

export type SaveBarProps = SaveStatus & {
  /** How much has been filled in. */
  progress: ReactNode
  /** The progress as a picture. */
  pips?: ReactNode
  isDisabled: boolean
}

/** The progress, save status and submit button of a form, always in view. */
export function SaveBar({ progress, pips, isDisabled, ...status }: SaveBarProps) {
  return (
    <div className={`no-print ${styles.bar}`}>
      {pips}
      <div className={styles.text}>
        <p className={styles.progress} role="status">
          {progress}
        </p>
        <p className={styles.status}>{toSaveStatusText(status)}</p>
      </div>
      <button type="submit" className={`button ${styles.save}`} disabled={isDisabled}>
        {status.isNew ? 'Create' : 'Update'}
      </button>
    </div>
  )
}
