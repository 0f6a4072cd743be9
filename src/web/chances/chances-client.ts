import type { Pool } from '#domain/entries/pool.ts'
import type { Chances } from '#domain/forecast/forecast.ts'
import type { PastEvent } from '#domain/forecast/past-event.ts'
import type { PossiblePlaces } from '#domain/forecast/possible-places.ts'
import type { Rooting } from '#domain/forecast/rooting.ts'
import type { ProgressBoard, ProgressWish } from '#domain/history/progress.ts'
import { type ChancesRequest, type ChancesResponse, type FiguresKey, toScenarioKey } from './chances-protocol.ts'
import type { Reliability } from './reliability.ts'

/** A pool with the leaderboard that its chances are computed from. */
export type ChancesSource = {
  readonly pool: Pool
  readonly leaderboard: ProgressBoard
  /** Final results that somebody has set, by index in the pool's golfers; empty for the real ones. */
  readonly scenario: ReadonlyArray<readonly [number, number | 'out']>
}

/** The figures that a part of the screen shows. */
export type ChancesWish = {
  /** Whether the figures at the start of the round are shown. */
  readonly roundStart: boolean
  /** Rows whose places that can still be reached are shown. */
  readonly rows: readonly number[]
  /** The row whose rooting figures are shown. */
  readonly rooting: number | null
  /** The chart that is shown. */
  readonly progress?: ProgressWish | undefined
}

/** The figures of one version and scenario. */
export type Figures = { readonly chances: Chances; readonly key: FiguresKey; readonly isRefined: boolean }

export type ChancesState = {
  /** May be of the version before, or of another scenario. */
  readonly figures: Figures | null
  readonly roundStart: Chances | null
  /**
   * Places that can still be reached in the newest scenario. Those of the version before stay until the new ones are proven:
   * as a rule, play only rules places out.
   */
  readonly possible: { readonly scenario: string; readonly places: ReadonlyMap<number, PossiblePlaces> }
  /** May be of the version before, or of another row. */
  readonly rooting: { readonly key: FiguresKey; readonly rooting: Rooting } | null
  /** May be of other rows. */
  readonly progress: Extract<ChancesResponse, { kind: 'progress' }> | null
  /** How the chances of past tournaments came true, by tournament. */
  readonly past: ReadonlyMap<number, Reliability>
  readonly failure: string | null
}

type Environment = {
  readonly createWorker: () => Pick<Worker, 'postMessage' | 'terminate'>
  /** Subscribes to the worker's responses. */
  readonly onResponse: (listener: (response: ChancesResponse) => void) => void
  readonly isVisible: () => boolean
  readonly onVisibilityChange: (listener: () => void) => void
}

const nothing: ChancesState = {
  figures: null,
  roundStart: null,
  possible: { scenario: '', places: new Map() },
  rooting: null,
  progress: null,
  past: new Map(),
  failure: null,
}

/** The state of a new worker, which has been sent nothing. */
const nothingSent = {
  pool: null as Pool | null,
  version: -1,
  scenario: '',
  watch: '',
  entries: '',
  progress: null as ProgressWish | null,
}

export type ChancesClient = ReturnType<typeof createChancesClient>

/**
 * The page's side of the worker. It sends a leaderboard once, and lets the worker compute only while something on the
 * visible page shows the figures.
 */
export function createChancesClient({ createWorker, onResponse, isVisible, onVisibilityChange }: Environment) {
  let worker: ReturnType<typeof createWorker> | null = null
  let source: ChancesSource | null = null
  let state = nothing
  const sent = { ...nothingSent }
  const listeners = new Set<() => void>()
  const wishes = new Map<object, ChancesWish>()

  onResponse((response) => {
    // A late answer for a chart that is no longer shown.
    if (response.kind === 'progress' && sent.progress === null) return
    const next = toState(state, response, source === null ? null : toKey(source))
    if (next === state) return
    state = next
    if (response.kind === 'failed') removeWorker()
    for (const listener of listeners) listener()
  })
  onVisibilityChange(update)

  function send(message: ChancesRequest): void {
    worker ??= createWorker()
    worker.postMessage(message)
  }

  /** Removes a worker that failed or never loaded. The next leaderboard gets a new one. */
  function removeWorker(): void {
    worker?.terminate()
    worker = null
    Object.assign(sent, nothingSent)
  }

  /** Sends the worker what has changed. While hidden, sends only messages that end work. */
  function update(): void {
    const isWatched = wishes.size > 0 && isVisible()
    const { rows, rooting, progress, withRoundStart } = combineWishes([...wishes.values()])
    if (isWatched && source !== null) sendSource(source)
    if (isWatched) sendEntries(rows, rooting)
    if (isWatched || progress === null) sendProgress(progress)
    if (isWatched || worker !== null) sendWatch(isWatched, withRoundStart)
  }

  function sendEntries(rows: readonly number[], rooting: number | null): void {
    const key = `${rows} ${rooting}`
    if (sent.entries === key) return
    sent.entries = key
    send({ kind: 'entries', rows, rooting })
  }

  function sendProgress(wish: ProgressWish | null): void {
    if (sent.progress === wish) return
    sent.progress = wish
    send({ kind: 'progress', wish })
    // In the next chart, the same rows may be other entries.
    if (wish === null) state = { ...state, progress: null }
  }

  function sendWatch(isWatched: boolean, withRoundStart: boolean): void {
    const key = `${isWatched} ${withRoundStart}`
    if (sent.watch === key) return
    sent.watch = key
    send({ kind: 'watch', isWatched, withRoundStart })
  }

  function sendSource({ pool, leaderboard, scenario }: ChancesSource): void {
    if (sent.pool !== pool) {
      const players = pool.players.map(({ id, espnId, tier, order }) => ({ id, espnId, tier, order }))
      send({ kind: 'pool', tournamentId: pool.tournament.id, players, picks: pool.picks })
      Object.assign(sent, { pool, version: -1 })
      state = { ...nothing, past: state.past }
    }
    if (sent.scenario !== toScenarioKey(scenario)) {
      sent.scenario = toScenarioKey(scenario)
      send({ kind: 'scenario', scenario })
    }
    if (sent.version === leaderboard.version) return
    sent.version = leaderboard.version
    const { version, timeStamp, event, currentRound, cutline, golfersScores } = leaderboard
    send({ kind: 'field', version, timeStamp, field: { event, currentRound, cutline, golfersScores } })
  }

  const asked = new Set<number>()

  return {
    /** Asks once how the chances of a tournament that is over would have come true. */
    lookBack(tournamentId: number, event: PastEvent, picks: Uint16Array): void {
      if (asked.has(tournamentId)) return
      asked.add(tournamentId)
      send({ kind: 'past', tournamentId, event, picks })
    },
    getState: () => state,
    /** Shows another leaderboard or scenario. */
    show(next: ChancesSource): void {
      source = next
      update()
    },
    /** Keeps the worker computing until the returned function is called. */
    watch(wish: ChancesWish, listener: () => void): () => void {
      const key = {}
      wishes.set(key, wish)
      listeners.add(listener)
      update()
      return () => {
        wishes.delete(key)
        listeners.delete(listener)
        // Waits for a part that replaces this one on the screen, so that the work does not stop in between.
        setTimeout(update)
      }
    },
  }
}

/** The figures that all parts of the screen show together. The first part with a rooting row decides it; so does that with a chart. */
function combineWishes(wishes: readonly ChancesWish[]) {
  return {
    withRoundStart: wishes.some(({ roundStart }) => roundStart),
    rows: [...new Set(wishes.flatMap(({ rows }) => rows))].sort((a, b) => a - b),
    rooting: wishes.find(({ rooting }) => rooting !== null)?.rooting ?? null,
    progress: wishes.find(({ progress }) => progress)?.progress ?? null,
  }
}

function toKey({ pool, leaderboard: { version }, scenario }: ChancesSource): FiguresKey {
  return { tournamentId: pool.tournament.id, version, scenario: toScenarioKey(scenario) }
}

function toState(state: ChancesState, response: ChancesResponse, wanted: FiguresKey | null): ChancesState {
  switch (response.kind) {
    case 'figures': {
      if (!isSame(response.key, wanted)) return state
      const { key, chances, isRefined } = response
      return { ...state, figures: { key, chances, isRefined }, failure: null }
    }
    case 'round-start':
      return { ...state, roundStart: response.chances }
    case 'possible': {
      const { key, places } = response
      if (!isSame(key, wanted)) return state
      const before = state.possible.scenario === key.scenario ? state.possible.places : []
      return { ...state, possible: { scenario: key.scenario, places: new Map([...before, ...places]) } }
    }
    case 'rooting':
      return isSame(response.key, wanted) ? { ...state, rooting: response } : state
    case 'progress':
      return { ...state, progress: response }
    case 'past':
      return { ...state, past: new Map([...state.past, [response.tournamentId, response.reliability]]) }
    case 'failed':
      return { ...state, failure: response.message }
  }
}

export function isSame(a: FiguresKey, b: FiguresKey | null): boolean {
  return b !== null && a.tournamentId === b.tournamentId && a.version === b.version && a.scenario === b.scenario
}
