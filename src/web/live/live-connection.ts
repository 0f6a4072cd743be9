import type { Leaderboard, LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api, feedCheckedHeader } from '#contract/paths.ts'
import type { ApiClient } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { getLeaderboard } from '../api/leaderboard-queries.ts'
import { toBackoffMs } from './backoff.ts'
import { createLeaderboardStream } from './leaderboard-stream.ts'
import type { LiveEnvironment } from './live-environment.ts'

/** Specification, section 9. The footer shows it in seconds. */
export const refreshIntervalMs = 60_000

/** An answer that takes longer is given up, so that a dead network does not hold the next question back. */
const requestTimeoutMs = 20_000

/**
 * `live`: the server tells of new scores. `polling`: the refresh of every minute alone. `offline`: the server is out
 * of reach. `stopped`: there will be no news any more.
 */
export type Connection = 'live' | 'polling' | 'offline' | 'stopped'

export type LiveState = {
  /** The newest scores; null until the first answer, or while the feed has not answered the server yet. */
  readonly leaderboard: Leaderboard | null
  /** When the server last asked the feed, ISO 8601 UTC. */
  readonly feedChecked: string | null
  /** When the server last answered us, in milliseconds since 1970. */
  readonly lastRefresh: number | null
  readonly connection: Connection
  /** Why the last refresh brought nothing; `not-found` while there are no scores yet. */
  readonly failure: ApiProblem | null
}

/** What is kept of an earlier connection to the same tournament, so that its screen is full at once. */
export type CachedLeaderboard = {
  readonly leaderboard: Leaderboard
  readonly etag: string | undefined
  readonly feedChecked: string | null
  readonly lastRefresh: number
}

type Options = {
  readonly client: ApiClient
  readonly tournamentId: number
  /** An inactive tournament is asked for once (specification, section 4: live refresh stops). */
  readonly isActive: boolean
  readonly environment: LiveEnvironment
  readonly cache?: {
    readonly read: () => CachedLeaderboard | undefined
    readonly write: (cached: CachedLeaderboard) => void
  }
}

export type LiveConnection = ReturnType<typeof createLiveConnection>

/**
 * The newest leaderboard of a tournament, for `useSyncExternalStore`: works while somebody subscribes. It asks every
 * minute, and at once when the stream tells of a new version; either alone is enough. While the page is hidden the
 * stream is closed, and only the refresh of every minute carries on, for the tab's title.
 */
export function createLiveConnection(options: Options) {
  const { client, tournamentId, environment, cache } = options
  const cached = cache?.read()
  let etag = cached?.etag
  let state: LiveState = {
    leaderboard: cached?.leaderboard ?? null,
    feedChecked: cached?.feedChecked ?? null,
    lastRefresh: cached?.lastRefresh ?? null,
    connection: environment.isOnline() ? 'polling' : 'offline',
    failure: null,
  }
  const listeners = new Set<() => void>()
  let isStopped = false
  let isStreaming = false
  let inFlight: AbortController | undefined
  let nextRefresh = { at: Number.POSITIVE_INFINITY, cancel: () => {} }
  /** The newest version that the stream told of, and how many answers in a row fell short of it or failed. */
  let announcedVersion = 0
  let staleResponses = 0
  let unsubscribeFromEnvironment = () => {}

  const news = createLeaderboardStream({
    environment,
    open: (signal) =>
      client.request(api.leaderboardStream(tournamentId), {
        signal,
        headers: { Accept: 'text/event-stream' },
      }),
    onUpdate: handleUpdate,
    onChange: (isOpen) => {
      isStreaming = isOpen
      update({})
    },
  })

  function update(change: Partial<LiveState>): void {
    const next = { ...state, ...change }
    state = { ...next, connection: toConnection(next) }
    for (const listener of listeners) listener()
  }

  function toConnection({ failure }: LiveState): Connection {
    if (isStopped) return 'stopped'
    if (!environment.isOnline() || failure?.code === 'offline') return 'offline'
    return isStreaming ? 'live' : 'polling'
  }

  function handleUpdate({ version, feedChecked, spreadMs }: LeaderboardUpdate): void {
    update({ feedChecked: toLater(state.feedChecked, feedChecked) })
    if (version <= Math.max(announcedVersion, state.leaderboard?.version ?? 0)) return
    announcedVersion = version
    scheduleRefresh(environment.random() * spreadMs)
  }

  /** The earlier of what is planned and this. */
  function scheduleRefresh(ms: number): void {
    const at = environment.now() + ms
    if (inFlight !== undefined || at >= nextRefresh.at) return
    nextRefresh.cancel()
    nextRefresh = { at, cancel: environment.after(ms, refresh) }
  }

  function cancelNextRefresh(): void {
    nextRefresh.cancel()
    nextRefresh = { at: Number.POSITIVE_INFINITY, cancel: () => {} }
  }

  /** Asks now. A question that is under way is given up: on waking, nobody knows whether it is still alive. */
  function refresh(): void {
    cancelNextRefresh()
    inFlight?.abort()
    const current = new AbortController()
    inFlight = current
    const cancelDeadline = environment.after(requestTimeoutMs, () => current.abort())
    ask(current.signal)
      .then(
        () => null,
        (cause: unknown) => (cause instanceof ApiProblem ? cause : new ApiProblem('offline', { cause })),
      )
      .then((failure) => {
        cancelDeadline()
        if (inFlight !== current) return
        inFlight = undefined
        handleResult(failure)
      })
  }

  async function ask(signal: AbortSignal): Promise<void> {
    const answer = await getLeaderboard(
      client,
      tournamentId,
      etag === undefined ? undefined : { etag },
      signal,
    )
    // An answer that was given up may still arrive; it must not replace what came since.
    signal.throwIfAborted()
    const feedChecked = toLater(state.feedChecked, answer.headers.get(feedCheckedHeader))
    const lastRefresh = environment.now()
    const previous = state.leaderboard
    if (answer.status === 'new' && answer.body.version >= (previous?.version ?? 0)) {
      etag = answer.etag
      cache?.write({ leaderboard: answer.body, etag, feedChecked, lastRefresh })
      update({ leaderboard: answer.body, feedChecked, lastRefresh })
    } else {
      update({ feedChecked, lastRefresh })
    }
  }

  function handleResult(failure: ApiProblem | null): void {
    // "Not found" is an answer: the server has no scores yet, and will tell when it has.
    const hasAnswer = failure === null || failure.code === 'not-found'
    isStopped = isFinalAnswer(hasAnswer)
    const isBehind = !hasAnswer || (state.leaderboard?.version ?? 0) < announcedVersion
    staleResponses = isBehind ? staleResponses + 1 : 0
    update(hasAnswer ? { failure, lastRefresh: environment.now() } : { failure })
    if (isStopped) pause()
    else scheduleRefresh(isBehind ? toBackoffMs(staleResponses, environment.random) : refreshIntervalMs)
  }

  function isFinalAnswer(hasAnswer: boolean): boolean {
    return hasAnswer && (!options.isActive || state.leaderboard?.event.completed === true)
  }

  function handleEnvironmentChange(): void {
    if (isStopped) return
    if (environment.isVisible() && environment.isOnline()) {
      if (options.isActive) news.start()
      refresh()
    } else {
      news.stop()
    }
    update({})
  }

  function resume(): void {
    if (isStopped) return
    unsubscribeFromEnvironment = environment.onChange(handleEnvironmentChange)
    if (options.isActive && environment.isVisible()) news.start()
    refresh()
  }

  function pause(): void {
    unsubscribeFromEnvironment()
    unsubscribeFromEnvironment = () => {}
    cancelNextRefresh()
    inFlight?.abort()
    inFlight = undefined
    news.stop()
  }

  return {
    getSnapshot: (): LiveState => state,

    /** The first listener starts the connection, the last one's leaving ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) resume()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) pause()
      }
    },

    /** Asks at once, for a reader who will not wait. */
    refresh: (): void => {
      if (!isStopped && listeners.size > 0) refresh()
    },
  }
}

function toLater(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(b) > Date.parse(a) ? b : a
}
