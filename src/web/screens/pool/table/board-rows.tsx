import { Fragment, lazy, Suspense, startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import board from '#web/board/board-table.module.css'
import type { BoardVersion } from '#web/board/board-version.ts'
import { useRowAnimation } from '#web/board/use-row-animation.ts'

/** Up to this size the whole board is rendered, so that the browser’s own search finds every row. */
const maxUnwindowedRows = 200
const maxPrintedRows = 5_000
/** Rows shown while the code for virtual rows loads. */
const fallbackRowCount = 40
/** The rows that fit in the window are rendered first, and the others after the first paint. */
const assumedRowHeight = 50

/** Loaded on demand: most boards never need it. */
const VirtualRows = lazy(async () => ({
  default: (await import('./virtual-board-rows.tsx')).VirtualBoardRows,
}))

/**
 * The body of a board. A large board renders only the rows near the window; also while a search shows few of its `total`
 * rows, because replacing one body by the other takes longer than a keystroke may.
 */
export function BoardRows({ total, ...props }: BoardVersion & { total: number }) {
  const isPrinting = useIsPrinting()
  const isFirstPaint = useIsFirstPaint()
  const fitsOnPage = (isPrinting ? props.order.size : total) <= (isPrinting ? maxPrintedRows : maxUnwindowedRows)
  if (fitsOnPage)
    return <AllRows {...props} {...(isFirstPaint && { upTo: Math.ceil(window.innerHeight / assumedRowHeight) })} />
  return (
    <Suspense fallback={<AllRows {...props} upTo={fallbackRowCount} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}

/** A slow machine needs most of a second for 180 rows. */
function useIsFirstPaint(): boolean {
  const [isFirst, setIsFirst] = useState(true)
  useEffect(() => startTransition(() => setIsFirst(false)), [])
  return isFirst
}

function AllRows({ order, renderRow, upTo: limit = order.size }: BoardVersion & { upTo?: number }) {
  const upTo = Math.min(limit, order.size)
  const body = useRef<HTMLTableSectionElement>(null)
  useRowAnimation(body, order)
  return (
    <tbody role="rowgroup" ref={body} className={board.body} aria-busy={upTo < order.size || undefined}>
      {Array.from({ length: upTo }, (_, line) => (
        <Fragment key={order.keyAt(line)}>{renderRow(line)}</Fragment>
      ))}
      {upTo < order.size && (
        <tr className={board.spacer} style={{ height: `calc(${order.size - upTo} * var(--row-height))` }} aria-hidden>
          <td />
        </tr>
      )}
    </tbody>
  )
}

/** True while the page is printed, when every row must be rendered. */
function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing.isOn)
}

const printing = { isOn: false }

function subscribe(listener: () => void): () => void {
  const setPrinting = (isOn: boolean) => () => {
    printing.isOn = isOn
    listener()
  }
  const before = setPrinting(true)
  const after = setPrinting(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
