import { type RefObject, useEffect, useRef } from 'react'
import type { BoardOrder } from '#web/board/board-order.ts'

/** Where each row is drawn. */
type Lines = Pick<BoardOrder, 'lineOf'>

/** Frames to wait for a distant row to render. Just after a page opens, its code may still be loading. */
const maxFrames = 300

/** Centres an entry’s row in the window and focuses it, even if it is not rendered yet. */
function scrollToRow(board: HTMLElement | null, order: Lines, row: number): void {
  if (!scrollToLine(board, order.lineOf(String(row)))) return
  focusWhenRendered(board, row, document.activeElement, maxFrames)
}

/** Centres a line in the window, even if it is not rendered yet; false if there is none. */
function scrollToLine(board: HTMLElement | null, line: number | undefined): board is HTMLElement {
  const body = board?.querySelector('tbody')
  const height = body?.querySelector('[data-key]')?.getBoundingClientRect().height
  if (!body || height === undefined || line === undefined) return false
  const middle = (window.innerHeight - height) / 2
  window.scrollTo({ top: body.getBoundingClientRect().top + window.scrollY + line * height - middle })
  return true
}

export function scrollToTop(): void {
  window.scrollTo({ top: 0 })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Does nothing once the focus has moved elsewhere. */
function focusWhenRendered(board: HTMLElement, row: number, from: Element | null, frames: number): void {
  const element = board.querySelector<HTMLElement>(`tbody [data-key="${row}"]`)
  if (document.activeElement !== from || frames === 0) return
  if (element === null) requestAnimationFrame(() => focusWhenRendered(board, row, from, frames - 1))
  else element.focus({ preventScroll: true })
}

type Board = {
  table: RefObject<HTMLElement | null>
  order: Lines
}

type Search = {
  isFiltered: boolean
  setQuery: (query: string) => void
}

/** Scrolls to an entry. An active search is cleared first, because it may not include the entry. */
export function useScrollToEntry({ table, order, isFiltered, setQuery }: Board & Search): (row: number) => void {
  const pending = useRef<number>(null)
  useEffect(() => {
    if (isFiltered || pending.current === null) return
    scrollToRow(table.current, order, pending.current)
    pending.current = null
  }, [isFiltered, table, order])
  return (row) => {
    if (!isFiltered) return scrollToRow(table.current, order, row)
    pending.current = row
    setQuery('')
  }
}

/**
 * Scrolls to the row of the entry in the URL with which the page was opened, behind its details. Repeats while they are
 * open, because the first rows may come from an earlier visit's cache.
 */
export function useScrollToShared({ table, order }: Board, row: number | null, isShown: boolean): void {
  const shared = useRef(row)
  useEffect(() => {
    if (row !== shared.current) shared.current = null
    if (isShown && shared.current !== null) scrollToLine(table.current, order.lineOf(String(shared.current)))
  }, [isShown, table, order, row])
}
