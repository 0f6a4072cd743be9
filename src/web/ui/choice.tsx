import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChange: (isChecked: boolean) => void
}

/** A checkbox, or a radio button, with its label. */
export function Choice({ type = 'checkbox', onChange, children, ...input }: Props) {
  return (
    <label className="choice">
      <input type={type} {...input} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}
