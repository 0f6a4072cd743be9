import { entryNumbers, picksPerEntryRecord } from '#domain/tournament.ts'
import styles from '../../forms/save-bar.module.css'
import { pickIndexesOf } from './form-state/entry-fields.ts'
import { countAnswers, countPicks, type EntryValues } from './form-state/entry-values.ts'
import { ProgressPips } from './picks/progress-pips.tsx'

type Props = {
  values: EntryValues
  /** Create or Update. */
  label: string
  /** Where what is on the screen is safe. */
  saveStatus: string
  isDisabled: boolean
}

/** How far it is, and the one main button; stays in view. */
export function EntrySaveBar({ values, label, saveStatus, isDisabled }: Props) {
  const { picks, answers } = values
  const pips = [
    ...entryNumbers.map((entryNumber) =>
      pickIndexesOf(entryNumber).map((pickIndex) => picks[pickIndex] !== null),
    ),
    answers.map((answer) => answer.trim() !== ''),
  ]
  return (
    <div className={styles['bar']}>
      <ProgressPips groups={pips} />
      <div className={styles['text']}>
        <p className={styles['progress']} role="status">
          {countPicks(values)} of {picksPerEntryRecord} picked, {countAnswers(values)} of {answers.length}{' '}
          answered
        </p>
        <p className={styles['status']}>{saveStatus}</p>
      </div>
      <button type="submit" className={`button ${styles['save']}`} disabled={isDisabled}>
        {label}
      </button>
    </div>
  )
}
