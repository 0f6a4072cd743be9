import styles from '../../components/save-bar.module.css'
import { tournamentFields } from './tournament-fields.ts'

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
}

/** How far it is, and the one main button; stays in view. */
export function TournamentSaveBar({ filled, errors, warnings, label, safety, isDisabled }: Props) {
  const parts = [`${filled} of ${tournamentFields.length} filled in`]
  if (errors > 0) parts.push(`${errors} to put right`)
  if (warnings > 0) parts.push(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`)
  return (
    <div className={styles['bar']}>
      <div className={styles['text']}>
        <p className={styles['progress']} role="status">
          {parts.join(', ')}
        </p>
        <p className={styles['safety']}>{safety}</p>
      </div>
      <button type="submit" className={`button ${styles['save']}`} disabled={isDisabled}>
        {label}
      </button>
    </div>
  )
}
