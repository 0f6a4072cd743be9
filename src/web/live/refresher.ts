import { ApiProblem } from '#web/api/api-problem.ts'
import type { LiveEnvironment } from './live-environment.ts'

/** A dead connection must not block the next request. */
const requestTimeoutMs = 20_000

type Options = {
  readonly environment: LiveEnvironment
  /** Rejects when the request fails or `signal` aborts it. */
  readonly request: (signal: AbortSignal) => Promise<void>
  /** Called after every request that was not superseded; null after a success. */
  readonly onSettled: (failure: ApiProblem | null) => void
}

/** Runs one request at a time, at once or on schedule. */
export function createRefresher({ environment, request, onSettled }: Options) {
  let inFlight: AbortController | undefined
  let scheduled = { at: Number.POSITIVE_INFINITY, cancel: () => {} }

  function unschedule(): void {
    scheduled.cancel()
    scheduled = { at: Number.POSITIVE_INFINITY, cancel: () => {} }
  }

  /** Requests now. Aborts a request in flight: after a wake-up, it may be dead. */
  function refresh(): void {
    stop()
    const current = new AbortController()
    inFlight = current
    const cancelTimeout = environment.after(requestTimeoutMs, () => current.abort())
    request(current.signal)
      .then(
        () => null,
        (cause: unknown) => (cause instanceof ApiProblem ? cause : new ApiProblem('offline', { cause })),
      )
      .then((failure) => {
        cancelTimeout()
        if (inFlight !== current) return
        inFlight = undefined
        onSettled(failure)
      })
  }

  function stop(): void {
    unschedule()
    inFlight?.abort()
    inFlight = undefined
  }

  return {
    refresh,
    /** Requests in `ms`, unless a request is in flight or already scheduled for an earlier time. */
    schedule(ms: number): void {
      const at = environment.now() + ms
      if (inFlight !== undefined || at >= scheduled.at) return
      unschedule()
      scheduled = { at, cancel: environment.after(ms, refresh) }
    },
    stop,
  }
}
