import { Fragment, lazy, Suspense, useRef } from 'react'
import { useRowAnimation } from '#web/board/use-row-animation.ts'
import { hiddenRow, rowGroupRole } from '#web/ui/board-roles.ts'
import styles from './board-rows.module.css'
import { useIsPrinting } from './use-is-printing.ts'
import type { BoardRowsProps } from './virtual-board-rows.tsx'

/** Up to here a board is small enough to stand on the page whole, where the browser's own search finds everybody. */
const maxUnwindowedRows = 200
const maxPrintedRows = 5_000
/** What stands there until the code that windows a large board has come. */
const fallbackRowCount = 40

/** Most boards never need it. */
const VirtualRows = lazy(async () => ({
  default: (await import('./virtual-board-rows.tsx')).VirtualBoardRows,
}))

/** The body of a board. A large one has only the rows near the window on the page, whatever its size. */
export function BoardRows(props: BoardRowsProps) {
  const fitsOnPage = props.order.size <= (useIsPrinting() ? maxPrintedRows : maxUnwindowedRows)
  if (fitsOnPage) return <AllRows {...props} />
  return (
    <Suspense fallback={<AllRows {...props} upTo={fallbackRowCount} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}

function AllRows({ order, renderRow, upTo = order.size }: BoardRowsProps & { upTo?: number }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowAnimation(body, order)
  return (
    <tbody {...rowGroupRole} ref={body} className={styles['body']}>
      {Array.from({ length: upTo }, (_, line) => (
        <Fragment key={order.keyAt(line)}>{renderRow(line)}</Fragment>
      ))}
      {upTo < order.size && (
        <tr
          className={styles['spacer']}
          style={{ height: `calc(${order.size - upTo} * var(--row-height))` }}
          {...hiddenRow}
        >
          <td />
        </tr>
      )}
    </tbody>
  )
}
