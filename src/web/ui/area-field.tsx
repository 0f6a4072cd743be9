import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Area = Omit<ComponentProps<'textarea'>, 'onChange'> & { onChange: (text: string) => void }
type Props = Omit<ComponentProps<typeof Field>, 'children'> & Area

/** A field for several lines of text. */
export function AreaField({ label, error, help, onChange, ...area }: Props) {
  return (
    <Field {...{ label, error, help }}>
      {(control) => <textarea {...control} {...area} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}
