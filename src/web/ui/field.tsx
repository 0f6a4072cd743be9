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
        id,
        className: 'input',
        autoComplete: 'off',
        'aria-invalid': isInvalid || undefined,
        'aria-describedby': message === undefined ? undefined : `${id}-message`,
      })}
      <p id={`${id}-message`} className={isInvalid ? 'field-error' : 'small-print'} aria-live="polite">
        {message}
      </p>
    </div>
  )
}

type TextProps<Control extends 'input' | 'textarea' | 'select'> = Omit<Props, 'children'> &
  Omit<ComponentProps<Control>, 'onChange'> & { onChange: (text: string) => void }
type Options<T> = readonly (readonly [value: T, text: ReactNode, hint?: ReactNode])[]

/** A field for a line of text. */
export function InputField({ label, error, help, onChange, ...input }: TextProps<'input'>) {
  return (
    <Field label={label} error={error} help={help}>
      {(control) => <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** A field for several lines of text. */
export function AreaField({ label, error, help, onChange, ...area }: TextProps<'textarea'>) {
  return (
    <Field label={label} error={error} help={help}>
      {(control) => <textarea {...control} {...area} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** A field for one of several values. */
export function SelectField(props: TextProps<'select'> & { options: Options<string | number> }) {
  const { label, error, help, options, onChange, ...select } = props
  return (
    <Field label={label} error={error} help={help}>
      {(control) => (
        <select {...control} {...select} onChange={({ target }) => onChange(target.value)}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
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

type RadiosProps<T> = Omit<ChoiceProps, 'onChange'> & {
  options: Options<T>
  /** Null: none is on. */
  chosen: T | null
  onChange: (value: T) => void
}

/** Radio buttons of which at most one is on. */
export function Radios<T extends string | number | boolean>({ options, chosen, onChange, ...input }: RadiosProps<T>) {
  const name = useId()
  return options.map(([value, text, hint]) => (
    <Choice
      key={String(value)}
      type="radio"
      name={name}
      {...input}
      checked={value === chosen}
      onChange={() => onChange(value)}
    >
      <span>
        {text}
        {hint !== undefined && <span className="small-print"> {hint}</span>}
      </span>
    </Choice>
  ))
}
