import { type RefObject, useEffect, useRef } from 'react'
import type { BoardHandle } from '#web/board/board-body.tsx'

type Board = RefObject<BoardHandle | null>

type Search = {
  isFiltered: boolean
  setQuery: (query: string) => void
}

/**
 * Scrolls to an entry and focuses it; a second time, back to where the viewer was. An active search is cleared first, because it
 * may not include the entry.
 */
export function useScrollToEntry(board: Board, { isFiltered, setQuery }: Search): (row: number) => void {
  const pending = useRef<number>(null)
  const visited = useRef<{ row: number; from: number }>(null)
  const scrollTo = (row: number) => board.current?.scrollTo(String(row), { focus: true })
  useEffect(() => {
    if (isFiltered || pending.current === null) return
    scrollTo(pending.current)
    pending.current = null
  })
  return (row) => {
    if (visited.current?.row === row && isRowInView(row)) {
      window.scrollTo({ top: visited.current.from })
      visited.current = null
      return
    }
    visited.current = { row, from: window.scrollY }
    if (!isFiltered) return scrollTo(row)
    pending.current = row
    setQuery('')
  }
}

function isRowInView(row: number): boolean {
  const element = document.querySelector(`tr[data-key="${row}"]`)
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return bottom > 0 && top < window.innerHeight
}

/**
 * Scrolls to the row of the entry in the URL with which the page was opened, behind its details. Repeats while they are
 * open, because the first rows may come from an earlier visit's cache.
 */
export function useScrollToShared(board: Board, order: unknown, row: number | null): void {
  const shared = useRef(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each order.
  useEffect(() => {
    if (row !== shared.current) shared.current = null
    if (shared.current !== null) board.current?.scrollTo(String(shared.current))
  }, [board, order, row])
}
