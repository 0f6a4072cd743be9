import { presetTables } from '#domain/season/season-points.ts'
import { pointsNames } from '../season-texts.ts'
import styles from './season-form.module.css'
import type { SeasonValues } from './season-values.ts'

type FieldProps = { id: string; value: string; error: string | undefined; onChange: (value: string) => void }

export function NameField({ id, value, error, onChange }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        className="input"
        autoComplete="off"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-name-error`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-name-error`} className="field-error">
        {error}
      </p>
    </div>
  )
}

export function BestResultsField({ id, value, error, onChange }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={`${id}-best`}>How many best results count</label>
      <input
        id={`${id}-best`}
        className={`input ${styles.short}`}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-best-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-best-help`} className={error === undefined ? 'small-print' : 'field-error'}>
        {error ?? 'Leave empty to count all results.'}
      </p>
    </div>
  )
}

const hints = {
  winner: `${presetTables.winner.join(', ')}.`,
  tour: `${presetTables.tour.slice(0, 8).join(', ')} … ${presetTables.tour.at(-1)} for ${presetTables.tour.length}th.`,
  everyone: 'One point for last place, and one more for each entry you beat.',
  own: 'Set the points for each place.',
} as const

const presets = ['winner', 'tour', 'everyone', 'own'] as const

type PointsProps = {
  id: string
  values: Pick<SeasonValues, 'preset' | 'table'>
  error: string | undefined
  onChange: (part: Partial<SeasonValues>) => void
}

/** The choice of a points table. */
export function PointsFields({ id, values, error, onChange }: PointsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className="field-label">Points</legend>
      {presets.map((preset) => (
        <label key={preset} className={`choice ${styles.option}`}>
          <input
            type="radio"
            name={`${id}-preset`}
            checked={values.preset === preset}
            onChange={() => onChange({ preset })}
          />
          <span>
            {pointsNames[preset]}
            <span className="small-print"> {hints[preset]}</span>
          </span>
        </label>
      ))}
      {values.preset === 'own' && (
        <div className="field">
          <label htmlFor={`${id}-table`}>Points for 1st, 2nd, 3rd place and so on</label>
          <textarea
            id={`${id}-table`}
            className="input"
            rows={3}
            placeholder="10, 6, 4, 3, 2, 1"
            value={values.table}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-table-help`}
            onChange={({ target }) => onChange({ table: target.value })}
          />
          <p id={`${id}-table-help`} className={error === undefined ? 'small-print' : 'field-error'}>
            {error ?? 'Whole numbers. Entries that share a place get the average.'}
          </p>
        </div>
      )}
    </fieldset>
  )
}
