import { type ComponentProps, type ReactNode, useId } from 'react'

type Control = {
  id: string
  className: string
  autoComplete: 'off'
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  error?: string | null | undefined
  help?: string | undefined
  /** The input, which gets these attributes. */
  children: (control: Control) => ReactNode
}

/** An input with its label above, and its error or else a help text below. */
export function Field({ label, error, help, children }: Props) {
  const id = useId()
  const isInvalid = error != null
  const message = error ?? help
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        ...{ id, className: 'input', autoComplete: 'off' },
        'aria-invalid': isInvalid || undefined,
        'aria-describedby': message === undefined ? undefined : `${id}-message`,
      })}
      {message !== undefined && (
        <p id={`${id}-message`} className={isInvalid ? 'field-error' : 'small-print'} aria-live="polite">
          {message}
        </p>
      )}
    </div>
  )
}

type TextProps<Control extends 'input' | 'textarea'> = Omit<ComponentProps<typeof Field>, 'children'> &
  Omit<ComponentProps<Control>, 'onChange'> & { onChange: (text: string) => void }

/** A field for a line of text. */
export function InputField({ label, error, help, onChange, ...input }: TextProps<'input'>) {
  return (
    <Field {...{ label, error, help }}>
      {(control) => <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** A field for several lines of text. */
export function AreaField({ label, error, help, onChange, ...area }: TextProps<'textarea'>) {
  return (
    <Field {...{ label, error, help }}>
      {(control) => <textarea {...control} {...area} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChange: (isChecked: boolean) => void
}

/** A checkbox, or a radio button, with its label. */
export function Choice({ type = 'checkbox', onChange, children, ...input }: ChoiceProps) {
  return (
    <label className="choice">
      <input type={type} {...input} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}
