import { type RefObject, useEffect, useRef } from 'react'
import type { Standing } from '#domain/standings.ts'
import { jumpToRow } from './pool-jump.ts'

/** Brings an entry into view. What is looked for is let go first, because the entry may not be among it. */
export function usePoolJump(
  table: RefObject<HTMLElement | null>,
  isFinding: boolean,
  setFind: (find: string) => void,
): (standing: Standing) => void {
  const due = useRef<Standing>(null)
  useEffect(() => {
    if (isFinding || due.current === null) return
    jumpToRow(table.current, due.current)
    due.current = null
  }, [isFinding, table])
  return (standing) => {
    if (!isFinding) return jumpToRow(table.current, standing)
    due.current = standing
    setFind('')
  }
}
