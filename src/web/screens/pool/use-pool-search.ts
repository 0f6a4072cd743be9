import { useMemo } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { useSearchQuery } from '#web/url/parameters.ts'
import { createPoolSearchIndex, searchPool } from './table/pool-search.ts'

export type PoolSearch = ReturnType<typeof usePoolSearch>

/** The search in the pool; no matches without a query, when all rows are shown. New scores change the order of the matches, never the matches. */
export function usePoolSearch(pool: Pool) {
  const [query, setQuery] = useSearchQuery()
  const isSearching = query !== ''
  const index = useMemo(() => (isSearching ? createPoolSearchIndex(pool) : null), [pool, isSearching])
  const matches = useMemo(() => (index === null ? null : searchPool(index, query)), [index, query])
  return { query, setQuery, matches }
}
