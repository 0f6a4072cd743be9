import { Fragment, lazy, Suspense, useRef } from 'react'
import { useRowMotion } from '#web/board/use-row-motion.ts'
import { noRole, rowGroupRole } from '#web/ui/board-roles.ts'
import styles from './board-rows.module.css'
import { usePrinting } from './use-printing.ts'
import type { BoardRowsProps } from './windowed-board-rows.tsx'

/** Up to here a board is small enough to stand on the page whole, where the browser's own search finds everybody. */
const wholeBoardRows = 200
const printedRows = 5_000
/** What stands there until the code that windows a large board has come. */
const firstRows = 40

/** Most boards never need it. */
const WindowedRows = lazy(async () => ({
  default: (await import('./windowed-board-rows.tsx')).WindowedBoardRows,
}))

/** The body of a board. A large one has only the rows near the window on the page, whatever its size. */
export function BoardRows(props: BoardRowsProps) {
  const isWhole = props.order.size <= (usePrinting() ? printedRows : wholeBoardRows)
  if (isWhole) return <WholeRows {...props} />
  return (
    <Suspense fallback={<WholeRows {...props} upTo={firstRows} />}>
      <WindowedRows {...props} />
    </Suspense>
  )
}

function WholeRows({ order, renderRow, upTo = order.size }: BoardRowsProps & { upTo?: number }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowMotion(body, order)
  return (
    <tbody {...rowGroupRole} ref={body} className={styles['body']}>
      {Array.from({ length: upTo }, (_, line) => (
        <Fragment key={order.keyAt(line)}>{renderRow(line)}</Fragment>
      ))}
      {upTo < order.size && (
        <tr
          className={styles['gap']}
          style={{ height: `calc(${order.size - upTo} * var(--row-height))` }}
          {...noRole}
        >
          <td />
        </tr>
      )}
    </tbody>
  )
}
