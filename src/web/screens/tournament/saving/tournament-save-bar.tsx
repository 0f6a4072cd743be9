import styles from '../../../forms/save-bar.module.css'
import own from '../tournament-form.module.css'
import { tournamentFields } from '../values/tournament-fields.ts'

type Props = {
  filled: number
  /** Things to put right in the lists. */
  errors: number
  warnings: number
  /** Create or Update. */
  label: string
  /** Where what is on the screen is safe. */
  safety: string
  isDisabled: boolean
  /** Goes to what is to be put right. */
  onShowReport: () => void
}

/** How far it is, and the one main button; stays in view. */
export function TournamentSaveBar(props: Props) {
  const { filled, errors, warnings, label, safety, isDisabled, onShowReport } = props
  const parts: string[] = []
  if (errors > 0) parts.push(`${errors} to put right`)
  if (warnings > 0) parts.push(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`)
  return (
    <div className={styles['bar']}>
      <div className={styles['text']}>
        <p className={styles['progress']} role="status">
          {filled} of {tournamentFields.length} filled in
          {parts.length > 0 && (
            <>
              ,{' '}
              <button type="button" className={`button-line ${own['report']}`} onClick={onShowReport}>
                {parts.join(', ')}
              </button>
            </>
          )}
        </p>
        <p className={styles['safety']}>{safety}</p>
      </div>
      <button type="submit" className={`button ${styles['save']}`} disabled={isDisabled}>
        {label}
      </button>
    </div>
  )
}
