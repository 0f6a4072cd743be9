import type { ReactNode } from 'react'
import styles from './admin-table.module.css'

type Props = {
  label: string
  columns: readonly string[]
  /** The table’s own classes: `table`, `head` and `row`. */
  layout: Readonly<Record<string, string>>
  /** The columns need a container of 56 rem instead of 36. */
  isWide?: boolean
  /** Of `AdminRow`. */
  children: ReactNode
}

export function AdminTable({ label, columns, layout, isWide = false, children }: Props) {
  return (
    <table
      role="table"
      className={[styles.table, layout['table']].join(' ')}
      aria-label={label}
      data-wide={isWide || undefined}
    >
      <thead role="rowgroup" className={[styles.head, layout['head']].join(' ')}>
        <tr role="row" className={[styles.row, layout['row']].join(' ')}>
          {columns.map((column) => (
            <th role="columnheader" scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {children}
      </tbody>
    </table>
  )
}
