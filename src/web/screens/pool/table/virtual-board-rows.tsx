import { defaultRangeExtractor, observeWindowOffset, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { BoardOrder } from '#web/board/board-order.ts'
import { useRowAnimation } from '#web/board/use-row-animation.ts'
import board from '../../../board/board-table.module.css'

export type BoardRowsProps = {
  order: BoardOrder
  /** Returns a `tr` with `data-key`. All rows have one height, which the table sets as `--row-height`. */
  renderRow: (line: number) => ReactNode
}

/** Extra rows on either side of the window; more during scrolling, so that it never reaches an empty area. */
const overscan = { still: 3, scrolling: 12 }
const estimatedRowHeight = 56

/** The body of a large board: renders only the rows near the window. */
export function VirtualBoardRows({ order, renderRow }: BoardRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rowHeight, bodyTop } = useRowMetrics(body)
  const [focusedKey, setFocusedKey] = useState<string>()
  const [isScrolling, setIsScrolling] = useState(false)
  const extractRange = useCallback(
    (range: Range) => includeIndex(defaultRangeExtractor(range), focusedKey && order.lineOf(focusedKey)),
    [order, focusedKey],
  )
  const virtualizer = useWindowVirtualizer({
    count: order.size,
    estimateSize: () => rowHeight,
    getItemKey: order.keyAt,
    scrollMargin: bodyTop,
    overscan: isScrolling ? overscan.scrolling : overscan.still,
    onChange: (instance) => setIsScrolling(instance.isScrolling),
    observeElementOffset: observeImmediately,
    rangeExtractor: extractRange,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured sizes are stale once the row height changes.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  useRowAnimation(body, order)

  let nextIndex = 0
  const rows = virtualizer.getVirtualItems().map(({ index }) => {
    const skipped = index - nextIndex
    nextIndex = index + 1
    return (
      <Fragment key={order.keyAt(index)}>
        <Spacer height={skipped * rowHeight} />
        {renderRow(index)}
      </Fragment>
    )
  })
  return (
    <tbody
      role="rowgroup"
      ref={body}
      className={board.body}
      onFocus={(event) => setFocusedKey(keyOf(event))}
      onBlur={() => setFocusedKey(undefined)}
    >
      {rows}
      <Spacer height={(order.size - nextIndex) * rowHeight} />
    </tbody>
  )
}

/**
 * Reports the current offset at once. If the window was scrolled between render and mount, the virtualizer would scroll
 * it back to the offset that it knows.
 */
const observeImmediately: typeof observeWindowOffset = (instance, report) => {
  const stop = observeWindowOffset(instance, report)
  report(window.scrollY, false)
  return stop
}

/** Takes the space of rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={board.spacer} style={{ height }} aria-hidden>
      <td />
    </tr>
  )
}

/** The height of a row, and the offset of the first row from the top of the page. */
function useRowMetrics(body: React.RefObject<HTMLElement | null>) {
  const [metrics, setMetrics] = useState({ rowHeight: estimatedRowHeight, bodyTop: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current === null) return
      const row = body.current.querySelector<HTMLElement>(':scope > [data-key]')
      const bodyTop = Math.round(body.current.getBoundingClientRect().top + window.scrollY)
      const rowHeight = row?.getBoundingClientRect().height ?? estimatedRowHeight
      setMetrics((previous) =>
        previous.bodyTop === bodyTop && previous.rowHeight === rowHeight ? previous : { bodyTop, rowHeight },
      )
    }
    measure()
    // A change above the rows or in their height changes the height of the page.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return metrics
}

/** Keeps the focused row rendered, however far the page is scrolled. */
function includeIndex(lines: number[], line: number | '' | undefined): number[] {
  if (line === undefined || line === '' || lines.includes(line)) return lines
  return [...lines, line].sort((a, b) => a - b)
}

function keyOf({ target }: FocusEvent<HTMLElement>): string | undefined {
  return target.closest<HTMLElement>('[data-key]')?.dataset['key']
}
