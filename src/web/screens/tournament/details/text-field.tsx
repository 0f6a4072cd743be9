import type { ReactNode } from 'react'
import { ValidityIcon } from '#web/forms/validity-icon.tsx'
import styles from '../tournament-form.module.css'

type Props = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  isTouched: boolean
  error: string | undefined
  /** What to know about it, below. */
  hint?: ReactNode
  /** What somebody else has saved, where that is something else. */
  theirs: string | undefined
  isNumeric?: boolean
  isReadOnly?: boolean
  maxLength?: number
}

/** One line of text with its label above, and below it what is wrong with it. */
export function TextField(props: Props) {
  const { id, label, value, onChange, onBlur, isTouched, error, hint, theirs } = props
  const { isNumeric = false, isReadOnly = false } = props
  const notes = [
    error !== undefined && `${id}-fault`,
    hint !== undefined && `${id}-hint`,
    theirs !== undefined && `${id}-elsewhere`,
  ].filter((note) => note !== false)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles['line']}>
        <input
          id={id}
          className="input"
          autoComplete="off"
          inputMode={isNumeric ? 'numeric' : undefined}
          readOnly={isReadOnly}
          value={value}
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
          data-valid={isTouched && error === undefined ? '' : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => onBlur()}
        />
        {isTouched && !isReadOnly && <ValidityIcon isValid={error === undefined} />}
      </div>
      {error !== undefined && (
        <p id={`${id}-fault`} className="field-error">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {theirs !== undefined && (
        <p id={`${id}-elsewhere`} className={styles['theirs']}>
          Saved theirs: {theirs}
        </p>
      )}
    </div>
  )
}
