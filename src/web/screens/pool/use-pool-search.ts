import { useMemo } from 'react'
import type { Pool } from '#domain/pool.ts'
import { useSearchQuery } from '#web/ui/use-search-query.ts'
import { createPoolSearchIndex, type PoolMatches, searchPool } from './table/pool-search.ts'

type PoolSearch = {
  readonly find: string
  readonly setQuery: (find: string) => void
  /** Null while nothing is looked for: then everybody is shown. */
  readonly matches: PoolMatches | null
}

/** What the reader looks for in the pool. New scores change nothing of it, only the order of what is found. */
export function usePoolSearch(pool: Pool): PoolSearch {
  const [find, setQuery] = useSearchQuery()
  const isSearching = find !== ''
  const names = useMemo(() => (isSearching ? createPoolSearchIndex(pool) : null), [pool, isSearching])
  const matches = useMemo(() => (names === null ? null : searchPool(names, find)), [names, find])
  return { find, setQuery, matches }
}
