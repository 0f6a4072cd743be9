import type { Leaderboard, LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api, feedCheckedHeader } from '#contract/paths.ts'
import type { ApiClient, Versioned } from '#web/api/api-client.ts'
import type { ApiProblem } from '#web/api/api-problem.ts'
import { getLeaderboard } from '#web/api/tournament-queries.ts'
import { toBackoffMs } from './backoff.ts'
import { createLeaderboardStream, type StreamState } from './leaderboard-stream.ts'
import type { LiveEnvironment } from './live-environment.ts'
import { createRefresher } from './refresher.ts'

/** docs/rules.md, 7.5. The footer shows it in seconds. */
export const refreshIntervalMs = 60_000

/**
 * `live`: the server pushes notifications of new scores. `polling`: the stream is closed, so only the interval
 * refreshes. `offline`: the server cannot be reached. `stopped`: the scores are final.
 */
export type Connection = 'live' | 'polling' | 'offline' | 'stopped'

export type LiveState = {
  /** The newest scores; null before the first response, or while the server has none from the feed. */
  readonly leaderboard: Leaderboard | null
  /** When the server last polled the feed, ISO 8601 UTC. */
  readonly feedChecked: string | null
  /** When the server last responded, in milliseconds since 1970. */
  readonly lastRefresh: number | null
  readonly connection: Connection
  /** Why the last refresh failed; `not-found` while there are no scores yet. */
  readonly failure: ApiProblem | null
}

/** The result of an earlier connection to the same tournament, shown until the first response. */
export type CachedLeaderboard = {
  readonly leaderboard: Leaderboard
  readonly etag: string | undefined
  readonly feedChecked: string | null
  readonly lastRefresh: number
}

type Options = {
  readonly client: ApiClient
  readonly tournamentId: number
  /** An inactive tournament is fetched once (docs/rules.md, 7.5). */
  readonly isActive: boolean
  /** Milliseconds from publication until a version is shown (docs/rules.md, 7.10). Default: 0. */
  readonly delayMs?: number
  /** The recorded versions from the one of that time on, or all, in milliseconds since 1970. */
  readonly findPast?: (time: number) => Promise<readonly Leaderboard[]>
  readonly environment: LiveEnvironment
  /** The response to a request that was sent before the board was there; undefined without one. */
  readonly takeEarly?: () => Promise<Versioned<Leaderboard>> | undefined
  readonly cache?: {
    readonly read: () => CachedLeaderboard | undefined
    readonly write: (cached: CachedLeaderboard) => void
  }
}

/**
 * The newest leaderboard of a tournament, for `useSyncExternalStore`; active while it has subscribers. It refreshes on
 * an interval, and as soon as the stream announces a new version; either works alone. While the page is hidden the
 * stream is closed, and only the interval keeps the tab's title up to date.
 */
export function createLiveConnection(options: Options) {
  const { client, tournamentId, environment, cache, delayMs = 0, findPast, takeEarly } = options
  const cached = cache?.read()
  let etag = cached?.etag
  /** The newest version received; with a delay, an older one may still be on the screen. */
  let newestVersion = cached?.leaderboard.version ?? 0
  let state: LiveState = {
    leaderboard: cached?.leaderboard ?? null,
    feedChecked: cached?.feedChecked ?? null,
    lastRefresh: cached?.lastRefresh ?? null,
    connection: environment.isOnline() ? 'polling' : 'offline',
    failure: null,
  }
  const listeners = new Set<() => void>()
  let isStopped = false
  let streamState: StreamState = 'closed'
  /** The newest version that the stream has announced. */
  let announcedVersion = 0
  /** How many refreshes in a row failed or returned an older version than announced. */
  let failedRefreshes = 0
  let unsubscribeFromEnvironment = () => {}

  const refresher = createRefresher({ environment, request: fetchLeaderboard, onSettled: handleRefresh })
  const stream = createLeaderboardStream({
    environment,
    open: (signal) =>
      client.requestStream(api.leaderboardStream(tournamentId), {
        signal,
        headers: { Accept: 'text/event-stream' },
      }),
    onUpdate: handleUpdate,
    onChange: handleStreamChange,
  })

  function update(change: Partial<LiveState>): void {
    const next = { ...state, ...change }
    state = { ...next, connection: toConnection(next) }
    for (const listener of listeners) listener()
  }

  function toConnection({ failure }: LiveState): Connection {
    if (isStopped) return 'stopped'
    if (!environment.isOnline() || failure?.code === 'offline' || streamState === 'lost') return 'offline'
    return streamState === 'open' ? 'live' : 'polling'
  }

  /** Shows a version as soon as it is `delayMs` old. */
  function hold(received: CachedLeaderboard): void {
    const waitMs = Date.parse(received.leaderboard.timeStamp) + delayMs - environment.now()
    // Without a delay, the browser’s clock does not matter.
    if (delayMs === 0 || waitMs <= 0) show(received)
    else environment.after(waitMs, () => show(received))
  }

  /** The screen never goes back in time. */
  function show(received: CachedLeaderboard): void {
    if (listeners.size === 0 || received.leaderboard.version < (state.leaderboard?.version ?? 0)) return
    cache?.write(received)
    update({ leaderboard: received.leaderboard })
  }

  function handleStreamChange(next: StreamState): void {
    const before = streamState
    streamState = next
    update({})
    // Refresh now instead of at the next interval: to check that the server is really down, or to catch up.
    const isBack = next === 'open' && state.failure !== null && state.failure.code !== 'not-found'
    if ((next === 'lost' && before !== 'lost') || isBack) refresher.schedule(environment.random() * 1_000)
  }

  /** `spreadMs`: the server's window over which all viewers' requests are spread. */
  function handleUpdate({ version, feedChecked, spreadMs }: LeaderboardUpdate): void {
    update({ feedChecked: toLater(state.feedChecked, feedChecked) })
    if (version <= Math.max(announcedVersion, newestVersion)) return
    announcedVersion = version
    refresher.schedule(environment.random() * spreadMs)
  }

  async function fetchLeaderboard(signal: AbortSignal): Promise<void> {
    const validator = etag === undefined ? undefined : { etag }
    const early = validator === undefined ? takeEarly?.() : undefined
    const response = await (early ?? getLeaderboard(client, tournamentId, validator, signal))
    // A response may arrive after its request was aborted; it must not replace a newer one.
    signal.throwIfAborted()
    const feedChecked = toLater(state.feedChecked, response.headers.get(feedCheckedHeader))
    const lastRefresh = environment.now()
    update({ feedChecked, lastRefresh })
    if (response.status !== 'new' || response.body.version < newestVersion) return
    const isNext = response.body.version <= newestVersion + 1
    etag = response.etag
    newestVersion = response.body.version
    hold({ leaderboard: response.body, etag, feedChecked, lastRefresh })
    const isShown = state.leaderboard?.version === newestVersion
    if (isNext || isShown || (state.leaderboard !== null && !environment.isVisible())) return
    const past = (await findPast?.(lastRefresh - delayMs).catch(() => null)) ?? []
    signal.throwIfAborted()
    const [first, ...later] = past.map((leaderboard) => ({ leaderboard, etag: undefined, feedChecked, lastRefresh }))
    if (first) show(first)
    for (const each of later) hold(each)
  }

  function handleRefresh(failure: ApiProblem | null): void {
    // "Not found" is a valid response: the server has no scores yet, and will announce the first ones.
    const hasResponse = failure === null || failure.code === 'not-found'
    if (hasResponse) stream.confirmReachable()
    isStopped = hasResponse && (!options.isActive || state.leaderboard?.event.completed === true)
    const isBehind = !hasResponse || newestVersion < announcedVersion
    failedRefreshes = isBehind ? failedRefreshes + 1 : 0
    update(hasResponse ? { failure, lastRefresh: environment.now() } : { failure })
    if (isStopped) pause()
    else refresher.schedule(isBehind ? toBackoffMs(failedRefreshes, environment.random) : refreshIntervalMs)
  }

  function handleEnvironmentChange(): void {
    if (isStopped) return
    if (environment.isVisible() && environment.isOnline()) {
      if (options.isActive) stream.start()
      refresher.refresh()
    } else {
      stream.stop()
    }
    update({})
  }

  function resume(): void {
    if (isStopped) return
    unsubscribeFromEnvironment = environment.onChange(handleEnvironmentChange)
    if (options.isActive && environment.isVisible()) stream.start()
    refresher.refresh()
  }

  function pause(): void {
    unsubscribeFromEnvironment()
    unsubscribeFromEnvironment = () => {}
    refresher.stop()
    stream.stop()
  }

  return {
    getSnapshot: (): LiveState => state,

    /** The first subscriber starts the connection; when the last one leaves, it stops. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) resume()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        pause()
        // Versions that wait are received again.
        etag = undefined
        newestVersion = state.leaderboard?.version ?? 0
      }
    },

    /** Refreshes now, at the user's request. Final scores are refreshed once more: they may have been corrected. */
    refresh: (): void => {
      if (listeners.size > 0) refresher.refresh()
    },
  }
}

function toLater(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(b) > Date.parse(a) ? b : a
}
