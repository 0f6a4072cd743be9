import { useState } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import styles from '../admin.module.css'

type Props = { total: number; shown: { count: number; showMore: () => void; next: number } }

/** Reveals more rows of a long table. */
export function ShowMore({ total, shown: { count, showMore, next } }: Props) {
  if (total <= count) return null
  return (
    <div className={`cluster ${styles.more}`}>
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
