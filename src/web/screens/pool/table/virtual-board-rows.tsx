import { defaultRangeExtractor, observeWindowOffset, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, Fragment, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BoardOrder } from '#web/board/board-order.ts'
import type { BoardVersion } from '#web/board/board-version.ts'
import { useRowAnimation } from '#web/board/use-row-animation.ts'
import board from '../../../board/board-table.module.css'
import type { RowKey } from './row-sequence.ts'
import { useRowSequence } from './use-row-sequence.ts'
import { useShownVersion, useSteps } from './use-shown-version.ts'

/** Extra rows on either side of the window; more during scrolling, so that it never reaches an empty area. */
const overscan = { still: 3, scrolling: 12 }
const estimatedRowHeight = 56

/** The body of a large board: renders only the rows near the window. */
export function VirtualBoardRows({ order, renderRow }: BoardVersion) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rowHeight, bodyTop } = useRowMetrics(body)
  const version = useShownVersion(useMemo(() => ({ order, renderRow }), [order, renderRow]))
  const { shown, next } = version
  const [focusedKey, setFocusedKey] = useState<string>()
  const { lines, isInWindow } = useWindowLines(shown.order, { rowHeight, bodyTop, focusedKey })
  useRowAnimation(body, shown.order, isInWindow)

  const keys = lines.map(shown.order.keyAt)
  const entering = next === null ? [] : listEntering(next.order, lines, new Set(keys))
  const outside = next === null ? [] : lines.filter((line) => !isInWindow(line)).map(shown.order.keyAt)
  const { hasContent, prepared } = useSteps(version, entering, outside)
  const { lineOf } = next?.order ?? order
  const lineIn = (key: RowKey) => lineOf(String(key)) ?? -1
  const isEntering = new Set(entering.filter((key) => prepared.has(key)))
  const sequence = useRowSequence([...keys, ...isEntering].sort((a, b) => lineIn(a) - lineIn(b)))
  const renderKey = (key: RowKey) => {
    if (next !== null && isEntering.has(key)) return next.renderRow(lineIn(key), { line: lineIn(key), isNext: true })
    const line = shown.order.lineOf(String(key)) ?? 0
    const isPrepared = prepared.has(key)
    if (next === null || lineIn(key) < 0 || !(hasContent || isPrepared))
      return shown.renderRow(line, { line, isNext: false })
    const staysOutside = isPrepared && !isInWindow(line) && !isInWindow(lineIn(key))
    return next.renderRow(lineIn(key), { line: staysOutside ? lineIn(key) : line, isNext: false })
  }
  return (
    <tbody
      role="rowgroup"
      ref={body}
      className={`${board.body} ${board.slots}`}
      style={{ height: `calc(${shown.order.size} * var(--row-height))` }}
      onFocus={(event) => setFocusedKey(keyOf(event))}
      onBlur={() => setFocusedKey(undefined)}
    >
      {sequence.map((key) => (
        <Fragment key={key}>{renderKey(key)}</Fragment>
      ))}
    </tbody>
  )
}

/** The rows of the next version that are in the window then and are not rendered yet. */
function listEntering(next: BoardOrder, lines: readonly number[], rendered: ReadonlySet<RowKey>): RowKey[] {
  return lines
    .filter((line) => line < next.size)
    .flatMap((line) => (rendered.has(next.keyAt(line)) ? [] : next.keyAt(line)))
}

type Metrics = { rowHeight: number; bodyTop: number; focusedKey: string | undefined }

/** The lines near the window, and that of the focused row; and which of them the window shows. */
function useWindowLines(order: BoardOrder, { rowHeight, bodyTop, focusedKey }: Metrics) {
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
  const lines = virtualizer.getVirtualItems().map(({ index }) => index)
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: order.size }
  return { lines, isInWindow: (line: number) => line >= startIndex && line <= endIndex }
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
