import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Tournament } from '#domain/tournament.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useApi } from '../api/use-api.ts'
import { type CachedLeaderboard, createLiveConnection, type LiveState } from './live-connection.ts'
import { browserEnvironment } from './live-environment.ts'

export type LiveLeaderboard = LiveState & {
  /** Asks at once. */
  readonly refresh: () => void
}

/**
 * The newest leaderboard of a tournament, kept fresh while a screen shows it. What came last is left in the query
 * cache, so that going from the pool to the golfers and back never shows an empty board.
 */
export function useLiveLeaderboard({ id, active }: Pick<Tournament, 'id' | 'active'>): LiveLeaderboard {
  const client = useApi()
  const cache = useQueryClient()
  const connection = useMemo(() => {
    const key = queryKeys.leaderboard(id)
    return createLiveConnection({
      client,
      tournamentId: id,
      isActive: active,
      environment: browserEnvironment,
      cache: {
        read: () => cache.getQueryData<CachedLeaderboard>(key),
        write: (cached) => cache.setQueryData<CachedLeaderboard>(key, cached),
      },
    })
  }, [client, cache, id, active])
  const state = useSyncExternalStore(connection.subscribe, connection.getSnapshot)
  return { ...state, refresh: connection.refresh }
}
