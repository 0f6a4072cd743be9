import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { useSearchQuery } from '#web/ui/use-search-query.ts'
import type { PoolMatches } from './table/pool-matches.ts'

export type PoolSearch = {
  readonly query: string
  readonly setQuery: (query: string) => void
  /** Null without a query: all rows are shown. */
  readonly matches: PoolMatches | null
  /** A query that the page was opened with waits for the code of the search. */
  readonly isPending: boolean
}

/** The search in the pool. New scores change the order of the matches, never the matches. */
export function usePoolSearch(pool: Pool): PoolSearch {
  const [query, setQuery] = useSearchQuery()
  const isSearching = query !== ''
  const { search, isPending } = useSearchCode(isSearching)
  const index = useMemo(
    () => (isSearching && search !== null ? search.createPoolSearchIndex(pool) : null),
    [pool, isSearching, search],
  )
  const matches = useMemo(
    () => (index === null || search === null ? null : search.searchPool(index, query)),
    [index, query, search],
  )
  return { query, setQuery, matches, isPending }
}

type SearchCode = typeof import('./table/pool-search.ts')
let loaded: SearchCode | null = null

/** Loads the code of the search, which the first rows do not need. */
export async function loadPoolSearch(): Promise<SearchCode> {
  loaded = await import('./table/pool-search.ts')
  return loaded
}

function useSearchCode(isWanted: boolean): { search: SearchCode | null; isPending: boolean } {
  const [search, setSearch] = useState<SearchCode | null>(() => loaded)
  // Without a network, all rows are better than none.
  const [isPending, setIsPending] = useState(isWanted)
  const isMissing = isWanted && search === null
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    loadPoolSearch()
      .then((code) => isCurrent && startTransition(() => setSearch(code)))
      .catch(() => undefined)
      .finally(() => isCurrent && startTransition(() => setIsPending(false)))
    return () => {
      isCurrent = false
    }
  }, [isMissing])
  return { search, isPending: isPending && isMissing }
}
