import { type RefObject, useEffect, useRef } from 'react'
import type { Standing } from '#domain/standings.ts'
import { scrollToRow } from './pool-scroll.ts'

/** Brings an entry into view. What is looked for is let go first, because the entry may not be among it. */
export function useScrollToEntry(
  table: RefObject<HTMLElement | null>,
  isFiltered: boolean,
  setQuery: (find: string) => void,
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
