import {
  type FocusEvent,
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import styles from './board-table.module.css'

/** Lines rendered above and below the window, so that scrolling does not reach an empty area. */
const overscan = 4
const maxPrintedLines = 5_000
/** How far from its line a row begins to slide, in pixels: near enough to be followed. */
const slideDistance = 32
const slideOptions: KeyframeAnimationOptions = { duration: 180, easing: 'cubic-bezier(0.2, 0, 0, 1)' }
/** Below the sticky head. */
const highestLayer = 9
/** Time between two refreshes, so that each can be read. */
const readingMs = 2000
/** Enough to copy selected text. Later the board goes on, because its status says that it is live. */
const selectionMs = 5000
/** A click follows the end of its press; after a touch, in a later task. */
const clickAfterMs = 100

/** One version of a board: the order of its rows, and how to render them. */
export type BoardVersion = {
  readonly order: BoardOrder
  /** Returns a `BoardRow`. All lines have one height, which the table sets as `--row-height`. */
  readonly renderRow: (line: number) => ReactNode
}

export type BoardHandle = {
  /** Centres a row in the window, even if it is not rendered yet. With `focus`, it gets the focus. */
  readonly scrollTo: (key: RowKey, options?: { readonly focus: boolean }) => void
}

/** A control that has the focus, or is to get it, by its index among the links and buttons of its row; -1 is the row itself. */
type FocusedControl = { readonly key: RowKey; readonly index: number; readonly isRequested?: boolean }

/**
 * The body of a board of any size. It renders only the lines near the window. An element belongs to a line and not to a row:
 * a refresh changes the content of a dozen elements, and their sequence is always that on the screen.
 */
export function BoardBody({ ref, ...latest }: BoardVersion & { ref?: Ref<BoardHandle> | undefined }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { isHeld, hold } = useHold(body)
  const { order, renderRow } = useShownVersion(latest, isHeld)
  const inWindow = useLinesInWindow(body, order)
  const [focused, setFocused] = useState<FocusedControl | null>(null)
  useFollowingFocus(body, order, focused)
  useSlidingRows(body, order, inWindow)
  useImperativeHandle(ref, () => ({
    scrollTo(key, { focus } = { focus: false }) {
      const line = order.lineOf(key)
      if (body.current === null || line === undefined) return
      const { top, height } = body.current.getBoundingClientRect()
      const rowHeight = height / order.size
      window.scrollBy({ top: top + (line + 0.5) * rowHeight - window.innerHeight / 2 })
      if (focus) setFocused({ key, index: -1, isRequested: true })
    },
  }))
  return (
    <tbody
      role="rowgroup"
      ref={body}
      className={styles.body}
      style={{ ['--lines' as string]: order.size }}
      onPointerDown={({ button }) => button === 0 && hold()}
      onKeyDown={({ key }) => key === ' ' && hold()}
      onFocus={(event) => setFocused(toFocusedControl(event))}
      // The details of a row return the focus to it, and the row that gets it next must stay rendered.
      onBlur={({ relatedTarget }) => relatedTarget?.closest('[role="dialog"], tbody') ?? setFocused(null)}
    >
      {listLines(inWindow, order, focused?.key).map((line) => (
        <Fragment key={line}>{renderRow(line)}</Fragment>
      ))}
    </tbody>
  )
}

/**
 * The version to render. Another sort or filter is shown at once; a refresh waits while the body is held, and for `readingMs`
 * after the refresh before.
 */
function useShownVersion({ order, renderRow }: BoardVersion, isHeld: boolean): BoardVersion {
  const latest = useMemo(() => ({ order, renderRow }), [order, renderRow])
  const [shown, setShown] = useState(latest)
  const [read, setRead] = useState(latest)
  useEffect(() => {
    const timer = setTimeout(() => setRead(shown), readingMs)
    return () => clearTimeout(timer)
  }, [shown])
  const isWaiting = isHeld || read !== shown
  if (latest === shown || (isWaiting && latest.order.view === shown.order.view)) return shown
  setShown(latest)
  return latest
}

/**
 * True during a press in the body, which could otherwise end on another row, and for `selectionMs` after text was selected
 * there. `hold` begins a press.
 */
function useHold(body: RefObject<HTMLElement | null>) {
  const [isPressed, setIsPressed] = useState(false)
  const [isSelected, setIsSelected] = useState(false)
  useEffect(() => {
    let releaseTimer: ReturnType<typeof setTimeout> | undefined
    let selectionTimer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      clearTimeout(releaseTimer)
      releaseTimer = setTimeout(() => setIsPressed(false), clickAfterMs)
    }
    const checkSelection = () => {
      const selection = document.getSelection()
      setIsSelected(selection?.type === 'Range' && body.current !== null && selection.containsNode(body.current, true))
      clearTimeout(selectionTimer)
      selectionTimer = setTimeout(() => setIsSelected(false), selectionMs)
    }
    const releases = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const
    for (const type of releases) window.addEventListener(type, release)
    document.addEventListener('selectionchange', checkSelection)
    return () => {
      clearTimeout(releaseTimer)
      clearTimeout(selectionTimer)
      for (const type of releases) window.removeEventListener(type, release)
      document.removeEventListener('selectionchange', checkSelection)
    }
  }, [body])
  return { isHeld: isPressed || isSelected, hold: () => setIsPressed(true) }
}

/** The first line in the window and the one after the last; all of them while the page is printed. */
type Lines = readonly [first: number, end: number]

function useLinesInWindow(body: RefObject<HTMLElement | null>, { size, view }: BoardOrder): Lines {
  const [lines, setLines] = useState<Lines>([0, 0])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may have another height in another view.
  useLayoutEffect(() => {
    let isPrinting = matchMedia('print').matches
    const measure = () => setLines((last) => (isPrinting ? [0, maxPrintedLines] : findLines(body.current, size, last)))
    /** Before the frame is drawn, so that it has no empty area. */
    const show = ({ type }: Event) => {
      isPrinting = type === 'beforeprint' || matchMedia('print').matches
      flushSync(measure)
    }
    measure()
    const changes = ['scroll', 'resize', 'beforeprint', 'afterprint']
    for (const type of changes) window.addEventListener(type, show, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => {
      for (const type of changes) window.removeEventListener(type, show)
      observer.disconnect()
    }
  }, [body, size, view])
  return lines
}

function findLines(body: HTMLElement | null, size: number, last: Lines): Lines {
  if (body === null) return last
  const { top, height } = body.getBoundingClientRect()
  if (height === 0) return [0, 0]
  const rowHeight = height / size
  const first = Math.floor(-top / rowHeight)
  const end = Math.ceil((window.innerHeight - top) / rowHeight)
  return first === last[0] && end === last[1] ? last : [first, end]
}

/** The lines near the window, and those around the row with the focus, so that Tab never skips a row. */
function listLines([first, end]: Lines, { size, lineOf }: BoardOrder, focusedKey: RowKey | undefined): number[] {
  const [from, to] = [Math.max(0, first - overscan), Math.min(size, end + overscan)]
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const focused = focusedKey === undefined ? undefined : lineOf(focusedKey)
  if (focused === undefined) return lines
  const around = [focused - 1, focused, focused + 1].filter((line) => line >= 0 && line < size)
  return [...new Set([...lines, ...around])].sort((a, b) => a - b)
}

/** After a new order, the focus is in the same row as before. */
function useFollowingFocus(
  body: RefObject<HTMLElement | null>,
  order: BoardOrder,
  focused: FocusedControl | null,
): void {
  const last = useRef(order)
  useLayoutEffect(() => {
    const { activeElement } = document
    // Far from the window, the element of the line that the row has left is gone, and the page's body has the focus.
    const isInBoard = body.current?.contains(activeElement) || activeElement === document.body
    const isMoved = last.current !== order && isInBoard
    last.current = order
    if (body.current === null || focused === null) return
    if (isMoved || focused.isRequested) findControl(body.current, focused)?.focus({ preventScroll: true })
  }, [body, order, focused])
}

/** Slides the rows in the window that a refresh has moved, from the side where they were; the farthest above the others. */
function useSlidingRows(body: RefObject<HTMLElement | null>, order: BoardOrder, [first, end]: Lines): void {
  const last = useRef(order)
  useLayoutEffect(() => {
    const before = last.current
    last.current = order
    if (before === order || before.view !== order.view || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
      const key = row.dataset['key'] ?? ''
      const [from, to] = [before.lineOf(key), order.lineOf(key)]
      if (from === undefined || to === undefined || from === to || to < first || to >= end) continue
      // Not part of the animation, which the compositor could not run alone then.
      row.style.zIndex = String(Math.min(highestLayer, Math.abs(from - to)))
      const start = `0 ${Math.sign(from - to) * slideDistance}px`
      row.animate({ translate: [start, '0'] }, slideOptions).onfinish = () => row.style.removeProperty('z-index')
    }
  }, [body, order, first, end])
}

const controls = 'a, button'

function toFocusedControl({ target }: FocusEvent<HTMLElement>): FocusedControl | null {
  const row = target.closest<HTMLElement>('[data-key]')
  if (row === null) return null
  return { key: row.dataset['key'] ?? '', index: [...row.querySelectorAll<HTMLElement>(controls)].indexOf(target) }
}

function findControl(body: HTMLElement, { key, index }: FocusedControl): HTMLElement | undefined | null {
  const row = body.querySelector<HTMLElement>(`[data-key="${key}"]`)
  return index < 0 ? row : row?.querySelectorAll<HTMLElement>(controls)[index]
}

type RowProps = {
  line: number
  rowKey: RowKey
  className?: string | undefined
  children: ReactNode
  id?: string
}

/** The element of a line. */
export function BoardRow({ line, rowKey, className = '', ...attributes }: RowProps) {
  return (
    <tr
      role="row"
      className={`${styles.row} ${className}`}
      data-key={rowKey}
      aria-rowindex={line + 2}
      tabIndex={-1}
      style={{ top: `calc(${line} * var(--row-height))` }}
      {...attributes}
    />
  )
}

/** Identifies a row; in the page, its attribute `data-key`. */
type RowKey = string

/** The order of a board's rows. A row keeps its key when it moves. */
export type BoardOrder = {
  readonly size: number
  /** Undefined for a row that is not in this order. */
  readonly lineOf: (key: RowKey) => number | undefined
  /** Identifies the filter, the sort order and the columns. Rows slide when they move within one view, but not when the view changes. */
  readonly view?: unknown
}
