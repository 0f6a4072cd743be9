import { type ReactNode, useState } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import adminStyles from '#web/screens/admin/admin.module.css'
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

type ShowMoreProps = { total: number; shown: ReturnType<typeof useRowLimit> }

/** Reveals more rows of a long table. */
export function ShowMore({ total, shown: { count, showMore, next } }: ShowMoreProps) {
  if (total <= count) return null
  return (
    <div className={`cluster ${adminStyles.more}`}>
      <p className="small-print">
        Showing {formatNumber(count)} of {formatNumber(total)}.
      </p>
      <button type="button" className="button-secondary" onClick={showMore}>
        Show {formatNumber(Math.min(next, total - count))} more
      </button>
    </div>
  )
}

const initialCount = 50
const increment = 100

/** How many rows of a long table to show. The limit is reset when `resetKey` changes. */
export function useRowLimit(resetKey?: unknown, initial = initialCount) {
  const [shown, setShown] = useState({ resetKey, count: initial })
  const count = shown.resetKey === resetKey ? shown.count : initial
  return { count, showMore: () => setShown({ resetKey, count: count + increment }), next: increment }
}
