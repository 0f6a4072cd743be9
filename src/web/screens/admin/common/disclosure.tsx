import type { ReactNode } from 'react'

type Props = { title: ReactNode; isOpenAtFirst?: boolean; className?: string | undefined; children: ReactNode }

/** Details below a title that opens them. */
export function Disclosure({ title, isOpenAtFirst = false, className, children }: Props) {
  return (
    <details className={`disclosure ${className ?? ''}`} open={isOpenAtFirst}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
