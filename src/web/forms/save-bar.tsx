import type { ReactNode } from 'react'
import styles from './save-bar.module.css'

type SaveStatus = {
  /** A gerund for the running work, for example "Saving". */
  activity: string | null
  isDirty: boolean
  isDraftStored: boolean
  isNew: boolean
}

type Props = SaveStatus & {
  /** Says how much has been filled in. */
  progress: ReactNode
  /** The progress as a picture. */
  pips?: ReactNode
  isDisabled: boolean
  /** The label of the button. Default: Create or Update. */
  label?: string
  /** Always in view, over the rest of the form. */
  isSticky: boolean
}

/** The progress, save status and submit button of a form. */
export function SaveBar({ progress, pips, isDisabled, label, isSticky, ...status }: Props) {
  return (
    <div className={`cluster no-print ${styles.bar}`} data-sticky={isSticky || undefined}>
      {pips}
      <div className={styles.text}>
        <p className={`strong ${styles.progress}`} role="status">
          {progress}
        </p>
        <p className="small-print">{toSaveStatusText(status)}</p>
      </div>
      <button type="submit" className={`button ${styles.save}`} disabled={isDisabled}>
        {label ?? (status.isNew ? 'Create' : 'Update')}
      </button>
    </div>
  )
}

/** Says whether the content is saved, stored as a draft, or neither. */
export function toSaveStatusText({ activity, isDirty, isDraftStored, isNew }: SaveStatus): string {
  if (activity !== null) return activity
  if (isDirty) return isDraftStored ? 'Not saved yet. Stored as a draft.' : 'Not saved yet.'
  return isNew ? 'No changes yet.' : 'All changes saved.'
}
