import styles from './field.module.css'
import { FieldMessages, type Messages, toDescribedBy } from './field-messages.tsx'
import { ValidityIcon } from './validity-icon.tsx'

type Props = Messages & {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  /** The user has left the field with text in it. */
  onLeave: () => void
  /** Only touched fields show whether they are valid. */
  isTouched: boolean
  isNumeric?: boolean
  isReadOnly?: boolean
}

/** A required line of text: its label above, and its messages below. */
export function TextField(props: Props) {
  const { id, label, value, onChange, onLeave, isTouched, isNumeric, isReadOnly, ...messages } = props
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
        {isTouched && !isReadOnly && <ValidityIcon isValid={isValid} />}
      </div>
      <FieldMessages id={id} {...messages} />
    </div>
  )
}
