import { useMemo } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { useSearchQuery } from '#web/ui/use-address.ts'
import type { PoolMatches } from './table/pool-matches.ts'
import { createPoolSearchIndex, searchPool } from './table/pool-search.ts'

export type PoolSearch = {
  readonly query: string
  readonly setQuery: (query: string) => void
  /** Null without a query: all rows are shown. */
  readonly matches: PoolMatches | null
}

/** The search in the pool. New scores change the order of the matches, never the matches. */
export function usePoolSearch(pool: Pool): PoolSearch {
  const [query, setQuery] = useSearchQuery()
  const isSearching = query !== ''
  const index = useMemo(() => (isSearching ? createPoolSearchIndex(pool) : null), [pool, isSearching])
  const matches = useMemo(() => (index === null ? null : searchPool(index, query)), [index, query])
  return { query, setQuery, matches }
}
