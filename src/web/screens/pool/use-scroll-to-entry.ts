import { type RefObject, useEffect, useRef } from 'react'
import type { Standing } from '#domain/standings.ts'
import { scrollToRow } from './pool-scroll.ts'

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
