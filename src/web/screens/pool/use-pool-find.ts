import { useMemo } from 'react'
import type { Pool } from '#domain/pool.ts'
import { useFind } from '#web/ui/use-find.ts'
import { findInPool, listPoolNames, type PoolFinding } from './table/pool-find.ts'

type PoolFind = {
  readonly find: string
  readonly setFind: (find: string) => void
  /** Null while nothing is looked for: then everybody is shown. */
  readonly finding: PoolFinding | null
}

/** What the reader looks for in the pool. New scores change nothing of it, only the order of what is found. */
export function usePoolFind(pool: Pool): PoolFind {
  const [find, setFind] = useFind()
  const isAsked = find !== ''
  const names = useMemo(() => (isAsked ? listPoolNames(pool) : null), [pool, isAsked])
  const finding = useMemo(() => (names === null ? null : findInPool(names, find)), [names, find])
  return { find, setFind, finding }
}
