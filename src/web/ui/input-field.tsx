import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Input = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (text: string) => void }
type Props = Omit<ComponentProps<typeof Field>, 'children'> & Input

/** A field for a line of text. */
export function InputField({ label, error, help, onChange, ...input }: Props) {
  return (
    <Field {...{ label, error, help }}>
      {(control) => <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}
