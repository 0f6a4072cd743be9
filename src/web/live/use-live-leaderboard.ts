import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Tournament } from '#domain/tournament.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '../api/use-api.ts'
import { type CachedLeaderboard, createLiveConnection, type LiveState } from './live-connection.ts'
import { browserEnvironment } from './live-environment.ts'

export type LiveLeaderboard = LiveState & {
  /** Refreshes now. */
  readonly refresh: () => void
}

/**
 * The newest leaderboard of a tournament, refreshed while a screen shows it. The last one stays in the query cache, so
 * that switching between pool and golfers never shows an empty board.
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
