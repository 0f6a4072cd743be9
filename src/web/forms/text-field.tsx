import type { ReactNode } from 'react'
import { FieldMark } from './field-mark.tsx'
import type { StorageMark } from './form-state.ts'
import styles from './text-field.module.css'

type Props = FieldStatus & {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  /** The user has left the field with text in it. */
  onLeave: () => void
  isNumeric?: boolean
  isReadOnly?: boolean
}

/** A required line of text: its label above, and its messages below. */
export function TextField(props: Props) {
  const { id, label, value, onChange, onLeave, isTouched, mark, isNumeric, isReadOnly, ...messages } = props
  const isValid = messages.error === undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <input
          id={id}
          className="input"
          autoComplete="off"
          inputMode={isNumeric ? 'numeric' : undefined}
          readOnly={isReadOnly}
          value={value}
          required
          aria-invalid={!isValid || undefined}
          aria-describedby={toDescribedBy(id, messages)}
          data-valid={(isTouched && isValid) || undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => value.trim() !== '' && onLeave()}
        />
        {!isReadOnly && <FieldMark mark={isTouched && !isValid ? 'invalid' : mark} />}
      </div>
      <FieldMessages id={id} {...messages} />
    </div>
  )
}

/** The messages below a field. */
export type Messages = {
  error?: string | undefined
  /** A problem that does not prevent saving. */
  caution?: ReactNode
  hint?: ReactNode
  /** The value in a version that was saved elsewhere, where it differs. */
  savedElsewhere?: string | undefined
}

/** The state of a field and its messages. */
export type FieldStatus = Messages & { isTouched: boolean; mark: StorageMark }

export function FieldMessages({ id, ...messages }: Messages & { id: string }) {
  return listMessages(messages).map(([kind, className, content]) => (
    <div key={kind} id={`${id}-${kind}`} className={className}>
      {content}
    </div>
  ))
}

/** The `aria-describedby` of a control: the ids of its messages. */
export function toDescribedBy(id: string, messages: Messages): string | undefined {
  const ids = listMessages(messages).map(([kind]) => `${id}-${kind}`)
  return ids.length > 0 ? ids.join(' ') : undefined
}

function listMessages({ error, caution, hint, savedElsewhere }: Messages) {
  const messages = [
    ['error', 'field-error', error],
    ['caution', 'small strong', caution],
    ['hint', 'small-print', hint],
    [
      'saved-elsewhere',
      'small strong',
      savedElsewhere === undefined ? undefined : `Saved elsewhere: ${savedElsewhere}`,
    ],
  ] as const
  return messages.filter(([, , content]) => content !== undefined)
}
