import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { createPool } from '#domain/entries/pool.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { firstLeaderboardQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTvDelay } from '#web/replay/tv-delay.ts'
import { replayQuery, usePastBoard } from '#web/replay/use-past-board.ts'
import { type CachedLeaderboard, createLiveConnection, type LiveState } from './live-connection.ts'
import { browserEnvironment } from './live-environment.ts'

/**
 * The pool ranked by the newest scores of the live leaderboard; without scores, nobody has a score or a place. `previous`:
 * the standings before the last change of scores; null until scores have changed while the screen was open, and when the screen
 * has changed between the live scores and a replay.
 */
export function useStandings(tournament: TournamentWithEntries) {
  const live = useLiveLeaderboard(tournament)
  const pool = useMemo(() => createPool(tournament), [tournament])
  const standings = useMemo(
    () => scorePool(pool, { golfersScores: live.leaderboard?.golfersScores ?? [] }),
    [pool, live.leaderboard?.golfersScores],
  )
  const [shown, setShown] = useState({ standings, isPast: live.isPast, previous: null as Standings | null })
  if (shown.standings === standings) return { pool, live, standings, previous: shown.previous }
  // A row number means the same entry only within one pool.
  const isComparable = shown.standings.pool === pool && shown.isPast === live.isPast
  const previous = isComparable && shown.standings.golfers.some(hasScore) ? shown.standings : null
  setShown({ standings, isPast: live.isPast, previous })
  return { pool, live, standings, previous }
}

function hasScore({ index }: Standings['golfers'][number]): boolean {
  return index >= 0
}

export type LiveLeaderboard = LiveState & {
  /** The scores are those of an earlier version, which the viewer has chosen. */
  readonly isPast: boolean
  /** How many seconds later than published they are shown. */
  readonly delay: number
  /** Refreshes now. */
  readonly refresh: () => void
}

/**
 * The newest leaderboard of a tournament, refreshed while a screen shows it. The last one stays in the query cache, so
 * that switching between pool and golfers never shows an empty board.
 */
function useLiveLeaderboard({ id, active }: Pick<Tournament, 'id' | 'active'>): LiveLeaderboard {
  const client = useApi()
  const cache = useQueryClient()
  const seconds = useTvDelay()
  const delay = active ? seconds : 0
  const connection = useMemo(() => {
    const key = queryKeys.leaderboard(id)
    // Nothing depends on the identity of a golfer, and comparing all of them takes time.
    cache.setQueryDefaults(key, { structuralSharing: false })
    return createLiveConnection({
      client,
      tournamentId: id,
      isActive: active,
      delayMs: 1000 * delay,
      findPast: (time) =>
        cache.fetchQuery({ ...replayQuery(client, id), staleTime: 0 }).then((replay) => replay.boardsFrom(time)),
      environment: browserEnvironment,
      takeEarly: () => takeFirstLeaderboard(cache, client, id),
      cache: {
        read: () => cache.getQueryData<CachedLeaderboard>(key),
        write: (cached) => cache.setQueryData<CachedLeaderboard>(key, cached),
      },
    })
  }, [client, cache, id, active, delay])
  const state = useSnapshot(connection)
  const past = usePastBoard(id)
  return useMemo(() => {
    const isPast = past !== null
    return { ...state, leaderboard: past ?? state.leaderboard, isPast, delay, refresh: connection.refresh }
  }, [state, connection, past, delay])
}

/** The response to the early request for scores, which is used once. Removing its query before would cancel the request. */
function takeFirstLeaderboard(queries: QueryClient, client: ApiClient, tournamentId: number) {
  const query = firstLeaderboardQuery(client, tournamentId)
  const early = queries.getQueryState(query.queryKey)
  if (early === undefined || early.status === 'error') return undefined
  const response = queries.fetchQuery(query)
  const remove = () => queries.removeQueries({ queryKey: query.queryKey, exact: true })
  response.then(remove, remove)
  return response
}

/**
 * Unlike `useSyncExternalStore`, it renders a refresh as a transition: in small steps, between which the browser can
 * respond to input. The first scores are shown immediately.
 */
function useSnapshot(connection: ReturnType<typeof createLiveConnection>): LiveState {
  const [shown, setShown] = useState(() => ({ connection, state: connection.getSnapshot() }))
  useEffect(() => {
    const show = () => {
      const state = connection.getSnapshot()
      setShown((last) => (last.connection === connection && last.state === state ? last : { connection, state }))
    }
    let hadScores = false
    const stop = connection.subscribe(() => {
      if (hadScores) startTransition(show)
      else show()
      hadScores = connection.getSnapshot().leaderboard !== null
    })
    show()
    return stop
  }, [connection])
  return shown.connection === connection ? shown.state : connection.getSnapshot()
}
