import type { ReactNode } from 'react'

type Props = { title: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }

/** Details below a title that opens them. */
export function Disclosure({ title, isOpenAtFirst = false, children }: Props) {
  return (
    <details className="disclosure" open={isOpenAtFirst}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
