import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { mostForecastRows } from '#domain/forecast/forecast.ts'
import type { PossiblePlaces } from '#domain/forecast/possible-places.ts'
import { toTrustedScriptUrl } from '#web/app/page/script-url.ts'
import {
  type ChancesClient,
  type ChancesSource,
  type ChancesState,
  type ChancesWish,
  createChancesClient,
  isSame,
} from './chances-client.ts'
import { type ChancesResponse, toScenarioKey } from './chances-protocol.ts'
import workerUrl from './chances-worker.ts?worker&url'

/** The page's only client, so that there is never more than one forecast at a time. */
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
const noScenario: ChancesSource['scenario'] = []

type Wish = Omit<ChancesSource, 'scenario'> & Partial<Pick<ChancesSource, 'scenario'> & ChancesWish>

const noRows: readonly number[] = []

/** The figures of a board. While a component uses them and the page is visible, they are kept up to date. */
export function useChances({
  pool,
  leaderboard,
  scenario = noScenario,
  roundStart = false,
  rows = noRows,
  rooting = null,
  progress,
}: Wish) {
  const [state, setState] = useState<ChancesState>(() => getClient().getState())
  useEffect(() => {
    const show = () => getClient().show({ pool, leaderboard, scenario })
    // On a device with two cores, a simulation during the frame of a drag would make it half as long again.
    if (scenario.length > 0) return afterFrame(show)
    show()
    return undefined
  }, [pool, leaderboard, scenario])
  const rowsText = rows.join()
  const wished = useMemo(() => (rowsText === '' ? [] : rowsText.split(',').map(Number)), [rowsText])
  useEffect(() => {
    const show = () => startTransition(() => setState(getClient().getState()))
    show()
    return getClient().watch({ roundStart, rows: wished, rooting, progress }, show)
  }, [roundStart, wished, rooting, progress])
  return useBoardChances(state, pool, leaderboard.version, toScenarioKey(scenario))
}

const noPlaces: ReadonlyMap<number, PossiblePlaces> = new Map()

/** The figures shown next to a board, null until there are some. */
export type BoardChances = ReturnType<typeof useBoardChances>

/** The figures of the version before, or of another scenario, stay until the new ones are there; they are shown dimmed. */
function useBoardChances(state: ChancesState, pool: Pool, version: number, scenario: string) {
  const key = { tournamentId: pool.tournament.id, version, scenario }
  const isOfPool =
    state.figures?.key.tournamentId === key.tournamentId && state.figures.chances.win.length === pool.size
  const figures = isOfPool ? state.figures : null
  const isPending = figures !== null && !isSame(figures.key, key)
  const possible = state.possible.scenario === scenario ? state.possible.places : noPlaces
  // May be of another row, and for a moment of the leaderboard before.
  const rooting = useMemo(() => {
    if (state.rooting === null || state.rooting.key.scenario !== scenario) return null
    return { ...state.rooting.rooting, isOld: state.rooting.key.version !== version }
  }, [state.rooting, scenario, version])
  const { roundStart, progress, failure } = state
  /** Larger pools have charts, and no other figures. */
  const isTooLarge = pool.size > mostForecastRows
  return useMemo(
    () => ({ figures, isPending, roundStart, possible, rooting, progress, failure, isTooLarge }),
    [figures, isPending, roundStart, possible, rooting, progress, failure, isTooLarge],
  )
}

const recordWish = { roundStart: false, rows: [], rooting: null }

/** How the chances of past tournaments would have come true. While this is shown, the worker computes. */
export function usePastChances(): ChancesState['past'] {
  const [past, setPast] = useState<ChancesState['past']>(() => new Map())
  useEffect(() => {
    const show = () => setPast(getClient().getState().past)
    show()
    return getClient().watch(recordWish, show)
  }, [])
  return past
}

/** Asks once how the chances of a tournament that is over would have come true; the answer is in the state's `past`. */
export function lookBack(...past: Parameters<ChancesClient['lookBack']>): void {
  getClient().lookBack(...past)
}

/** Runs the action once the next frame has been drawn. Returns a function that cancels it. */
function afterFrame(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(action)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
