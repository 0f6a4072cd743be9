import type { ReactNode } from 'react'
import { PickMark } from '#web/forms/pick-mark.tsx'
import styles from '../tournament-form.module.css'

type Props = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  onLeave: () => void
  isTouched: boolean
  fault: string | undefined
  /** What to know about it, below. */
  hint?: ReactNode
  /** What somebody else has saved, where that is something else. */
  elsewhere: string | undefined
  isDigits?: boolean
  isLocked?: boolean
  maxLength?: number
}

/** One line of text with its label above, and below it what is wrong with it. */
export function TextField(props: Props) {
  const { id, label, value, onChange, onLeave, isTouched, fault, hint, elsewhere } = props
  const { isDigits = false, isLocked = false } = props
  const notes = [
    fault !== undefined && `${id}-fault`,
    hint !== undefined && `${id}-hint`,
    elsewhere !== undefined && `${id}-elsewhere`,
  ].filter((note) => note !== false)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles['line']}>
        <input
          id={id}
          className="input"
          autoComplete="off"
          inputMode={isDigits ? 'numeric' : undefined}
          readOnly={isLocked}
          value={value}
          required
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
          data-valid={isTouched && fault === undefined ? '' : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => onLeave()}
        />
        {isTouched && !isLocked && <PickMark isValid={fault === undefined} />}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {elsewhere !== undefined && (
        <p id={`${id}-elsewhere`} className={styles['elsewhere']}>
          Saved elsewhere: {elsewhere}
        </p>
      )}
    </div>
  )
}
