import styles from '../../../forms/save-bar.module.css'
import own from '../tournament-form.module.css'
import { tournamentFields } from '../values/tournament-fields.ts'

type Props = {
  filled: number
  /** Things to put right in the lists. */
  errorCount: number
  warnings: number
  /** Create or Update. */
  label: string
  /** Where what is on the screen is safe. */
  saveStatus: string
  isDisabled: boolean
  /** Goes to what is to be put right. */
  onShowReport: () => void
}

/** How far it is, and the one main button; stays in view. */
export function TournamentSaveBar(props: Props) {
  const { filled, errorCount, warnings, label, saveStatus, isDisabled, onShowReport } = props
  const columns: string[] = []
  if (errorCount > 0) columns.push(`${errorCount} to put right`)
  if (warnings > 0) columns.push(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`)
  return (
    <div className={styles['bar']}>
      <div className={styles['text']}>
        <p className={styles['progress']} role="status">
          {filled} of {tournamentFields.length} filled in
          {columns.length > 0 && (
            <>
              ,{' '}
              <button type="button" className={`button-link ${own['report']}`} onClick={onShowReport}>
                {columns.join(', ')}
              </button>
            </>
          )}
        </p>
        <p className={styles['status']}>{saveStatus}</p>
      </div>
      <button type="submit" className={`button ${styles['save']}`} disabled={isDisabled}>
        {label}
      </button>
    </div>
  )
}
