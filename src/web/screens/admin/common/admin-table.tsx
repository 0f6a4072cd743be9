import type { ReactNode } from 'react'
import styles from './admin-table.module.css'

type Props = {
  label: string
  columns: readonly string[]
  /** The table’s own class, with its `--columns`. */
  className: string | undefined
  /** Without the columns of actions. */
  isPlain?: boolean
  children: ReactNode
}

/** The roles are explicit, because the layout of a narrow table would take them away. */
export function AdminTable({ label, columns, className, isPlain = false, children }: Props) {
  return (
    <table role="table" className={`${styles.table} ${className}`} aria-label={label} data-plain={isPlain || undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}
