import { hashKey, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import type { ForecastField } from '#domain/forecast/field-snapshot.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { toTrustedScriptUrl } from '#web/page/script-url.ts'
import { type ChancesClient, type ChancesState, createChancesClient } from './chances-client.ts'
import type { ChancesResponse } from './chances-protocol.ts'
import workerUrl from './chances-worker.ts?worker&url'

/** One for the page: there is never more than one forecast at a time. */
let client: ChancesClient | null = null

function getClient(): ChancesClient {
  client ??= createClient()
  return client
}

function createClient(): ChancesClient {
  let listener: (response: ChancesResponse) => void = () => {}
  return createChancesClient({
    createWorker: () => {
      const worker = new Worker(toTrustedScriptUrl(workerUrl), { type: 'module' })
      worker.addEventListener('message', ({ data }) => listener(data))
      worker.addEventListener('error', ({ message }) => listener({ kind: 'failed', message }))
      return worker
    },
    onResponse: (next) => {
      listener = next
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisibilityChange: (change) => document.addEventListener('visibilitychange', change),
  })
}

/** The scenario of the real board: nothing is set. */
const reality: ReadonlyArray<readonly [number, number | 'out']> = []

type Wish = {
  pool: Pool
  leaderboard: ForecastField & { readonly version: number }
  scenario?: ReadonlyArray<readonly [number, number | 'out']>
  /** The figures of the morning too. */
  morning?: boolean
  /** Rows whose places that can still be reached are shown. */
  rows?: readonly number[]
  /** The row whose rooting figures are shown. */
  rooting?: number | null
}

const noRows: readonly number[] = []

/** The newest figures. While a component uses them and the page is visible, they are kept up to date. */
export function useChances({
  pool,
  leaderboard,
  scenario = reality,
  morning = false,
  rows = noRows,
  rooting = null,
}: Wish) {
  const [state, setState] = useState<ChancesState>(() => getClient().getState())
  useEffect(() => getClient().show({ pool, leaderboard, scenario }), [pool, leaderboard, scenario])
  useArrivals(pool, (arrived) => getClient().show({ pool, leaderboard: arrived, scenario }))
  const rowsText = rows.join()
  const wished = useMemo(() => (rowsText === '' ? [] : rowsText.split(',').map(Number)), [rowsText])
  useEffect(() => {
    const show = () => startTransition(() => setState(getClient().getState()))
    show()
    return getClient().watch({ morning, rows: wished, rooting }, show)
  }, [morning, wished, rooting])
  return state.figures !== null && state.figures.chances.win.length === pool.size ? state : { ...state, figures: null }
}

/**
 * Passes a new leaderboard on when it arrives, in the same task: the worker begins while the page works out the standings
 * and draws the board.
 */
function useArrivals({ tournament }: Pool, onArrival: (leaderboard: CachedLeaderboard['leaderboard']) => void): void {
  const cache = useQueryClient().getQueryCache()
  const latest = useRef(onArrival)
  useEffect(() => {
    latest.current = onArrival
  })
  useEffect(() => {
    const hash = hashKey(queryKeys.leaderboard(tournament.id))
    return cache.subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryHash !== hash) return
      const cached = query.state.data as CachedLeaderboard | undefined
      if (cached !== undefined) latest.current(cached.leaderboard)
    })
  }, [cache, tournament.id])
}

const recordWish = { morning: false, rows: [], rooting: null }

/** How the chances of tournaments that are over would have come true. While it is shown, the worker goes on. */
export function usePastChances(isShown: boolean): ChancesState['past'] {
  const [past, setPast] = useState<ChancesState['past']>(() => new Map())
  useEffect(() => {
    if (!isShown) return undefined
    const show = () => setPast(getClient().getState().past)
    show()
    return getClient().watch(recordWish, show)
  }, [isShown])
  return past
}

/** Asks once how the chances of a tournament that is over would have come true; the answer is in the state's `past`. */
export function lookBack(...past: Parameters<ChancesClient['lookBack']>): void {
  getClient().lookBack(...past)
}
