import { SaveBar, type SaveBarProps } from '#web/forms/save-bar.tsx'
import styles from '../tournament-form.module.css'
import { tournamentFields } from '../values/tournament-fields.ts'

type Props = Omit<SaveBarProps, 'progress' | 'pips'> & {
  filledCount: number
  errorCount: number
  warningCount: number
  /** Moves the focus to the errors and warnings. */
  onShowReport: () => void
}

export function TournamentSaveBar({ filledCount, errorCount, warningCount, onShowReport, ...bar }: Props) {
  const issues = [toCountText(errorCount, 'error'), toCountText(warningCount, 'warning')].filter(Boolean)
  const progress = (
    <>
      {filledCount} of {tournamentFields.length} fields completed
      {issues.length > 0 && (
        <>
          ,{' '}
          <button type="button" className={`button-link ${styles['report-link']}`} onClick={onShowReport}>
            {issues.join(', ')}
          </button>
        </>
      )}
    </>
  )
  return <SaveBar {...bar} progress={progress} />
}

function toCountText(count: number, noun: string): string {
  if (count === 0) return ''
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
