import { type RefObject, useEffect, useRef } from 'react'
import type { Standing } from '#domain/standings.ts'

/** Frames to wait for a far row to render. On a page that has just opened, the code for it may still be loading. */
const maxFrames = 300

/** Centres an entry’s row in the window and focuses it, even if it is not rendered yet. */
function scrollToRow(board: HTMLElement | null, { line, row }: Pick<Standing, 'line' | 'row'>): void {
  const body = board?.querySelector('tbody')
  const height = body?.querySelector('[data-key]')?.getBoundingClientRect().height
  if (!board || !body || height === undefined) return
  const middle = (window.innerHeight - height) / 2
  window.scrollTo({ top: body.getBoundingClientRect().top + window.scrollY + line * height - middle })
  focusWhenRendered(board, row, document.activeElement, maxFrames)
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

/** Scrolls to an entry. An active search is cleared first, because it may not include the entry. */
export function useScrollToEntry(
  table: RefObject<HTMLElement | null>,
  isFiltered: boolean,
  setQuery: (query: string) => void,
): (standing: Standing) => void {
  const pending = useRef<Standing>(null)
  useEffect(() => {
    if (isFiltered || pending.current === null) return
    scrollToRow(table.current, pending.current)
    pending.current = null
  }, [isFiltered, table])
  return (standing) => {
    if (!isFiltered) return scrollToRow(table.current, standing)
    pending.current = standing
    setQuery('')
  }
}
