import { defaultRangeExtractor, observeWindowOffset, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, Fragment, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BoardOrder, RowKey } from '#web/board/board-order.ts'
import type { BoardVersion } from '#web/board/board-version.ts'
import { type RowSlot, rowParts } from '#web/board/row-slot.ts'
import { useRowAnimation } from '#web/board/use-row-animation.ts'
import board from '../../../board/board-table.module.css'
import { listRefreshRows, type WindowLines } from './refresh-rows.ts'
import { type RowElement, useRowSequence } from './use-row-sequence.ts'
import { useShownVersion, useSteps } from './use-shown-version.ts'

/** Extra rows on either side of the window; more during scrolling, so that it never reaches an empty area. */
const overscan = { still: 3, scrolling: 12 }
const estimatedRowHeight = 56

/** The body of a large board: renders only the rows near the window. */
export function VirtualBoardRows({ order, renderRow }: BoardVersion) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rowHeight, bodyTop } = useRowMetrics(body)
  const version = useShownVersion(useMemo(() => ({ order, renderRow }), [order, renderRow]))
  const { shown } = version
  const [focusedKey, setFocusedKey] = useState<string>()
  const windowLines = useWindowLines(shown.order, { rowHeight, bodyTop, focusedKey })
  const { elements, render, drawn } = useDrawnRows(version, windowLines, focusedKey)
  useRowAnimation(body, drawn)
  return (
    <tbody
      role="rowgroup"
      ref={body}
      className={`${board.body} ${board.slots}`}
      style={{ height: `calc(${shown.order.size} * var(--row-height))` }}
      onFocus={(event) => setFocusedKey(keyOf(event))}
      onBlur={() => setFocusedKey(undefined)}
    >
      {elements.map((row) => (
        <Fragment key={row.id}>{render(row)}</Fragment>
      ))}
    </tbody>
  )
}

/** The elements to render, and the order in which the viewer sees them. */
function useDrawnRows(version: ReturnType<typeof useShownVersion>, windowLines: WindowLines, focusedKey?: string) {
  const { shown, next, progress } = version
  const { entered, changed, moved } = progress
  const { lines, isInWindow } = windowLines
  const nextOrder = next?.order ?? shown.order
  const rows = listRefreshRows(shown.order, nextOrder, windowLines)
  useSteps(version, rows)
  const entering = new Set(rows.entering.filter((key) => entered.has(key)))
  // A row that leaves makes room for the one that takes its line.
  const staying = lines.filter((line) => {
    const isTaken = moved.has(nextOrder.keyAt(line))
    return !isTaken || lines.includes(lineIn(nextOrder, shown.order.keyAt(line)))
  })
  const keys = [...staying.map(shown.order.keyAt), ...entering]
  const sorted = keys.sort((a, b) => lineIn(nextOrder, a) - lineIn(nextOrder, b))

  const slotOf = ({ key, copiedParts }: RowElement): RowSlot => {
    const [line, nextLine] = [lineIn(shown.order, key), lineIn(nextOrder, key)]
    const isHidden = !isInWindow(line) && !isInWindow(nextLine)
    const hasNextLine = entering.has(key) || moved.has(key) || (changed.has(key) && isHidden)
    // A row that entered may have been scrolled into the lines of this version, which shows it whole.
    const enteredParts = entering.has(key) ? entered.get(key) : undefined
    return {
      line: hasNextLine ? nextLine : line,
      isNext: (entering.has(key) && !moved.has(key)) || copiedParts !== null,
      parts: copiedParts ?? enteredParts ?? rowParts,
    }
  }
  return {
    elements: useRowSequence(sorted, focusedKey),
    render(element: RowElement) {
      const nextLine = lineIn(nextOrder, element.key)
      const isOfNext = next !== null && nextLine >= 0 && (changed.has(element.key) || entering.has(element.key))
      const slot = slotOf(element)
      return isOfNext ? next.renderRow(nextLine, slot) : shown.renderRow(lineIn(shown.order, element.key), slot)
    },
    drawn: useMemo(() => toMovedOrder(shown.order, nextOrder, moved), [shown.order, nextOrder, moved]),
  }
}

/** The rows that have moved are at their lines in the next order. */
function toMovedOrder(shown: BoardOrder, next: BoardOrder, moved: ReadonlySet<RowKey>): BoardOrder {
  if (moved.size === 0) return shown
  return { ...shown, lineOf: (key) => (moved.has(key) ? next : shown).lineOf(key) }
}

function lineIn(order: BoardOrder, key: RowKey): number {
  return order.lineOf(key) ?? -1
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
