import type { LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { toBackoffMs } from './backoff.ts'
import { readLeaderboardStream } from './leaderboard-stream-reader.ts'
import type { LiveEnvironment } from './live-environment.ts'

/** The server sends a heartbeat every 15 seconds; after three missed ones the connection counts as dead. */
const heartbeatTimeoutMs = 45_000

type Options = {
  readonly environment: LiveEnvironment
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onUpdate: (update: LeaderboardUpdate) => void
  /** The stream has opened or closed. */
  readonly onChange: (isOpen: boolean) => void
}

/** Keeps one stream open from `start` to `stop`: reconnects with backoff when it ends, breaks or goes silent. */
export function createLeaderboardStream({ environment, open, onUpdate, onChange }: Options) {
  let session: AbortController | undefined
  let failures = 0
  let cancelReconnect = () => {}

  async function listen(current: AbortController, onActivity: () => void): Promise<void> {
    const response = await open(current.signal)
    if (current.signal.aborted || response.body === null) return
    onChange(true)
    onActivity()
    await readLeaderboardStream(response.body, {
      onActivity,
      onUpdate: (update) => {
        if (current.signal.aborted) return
        failures = 0
        onUpdate(update)
      },
    })
  }

  function connect(): void {
    const current = new AbortController()
    session = current
    const watchdog = createWatchdog(environment, handleDisconnect)
    // An ended stream (expired token, server restart), a broken one and a silent one reconnect alike.
    listen(current, watchdog.restart).then(handleDisconnect, handleDisconnect)

    function handleDisconnect(): void {
      watchdog.stop()
      if (session !== current) return
      session = undefined
      current.abort()
      onChange(false)
      failures += 1
      cancelReconnect = environment.after(toBackoffMs(failures, environment.random), connect)
    }
  }

  return {
    start(): void {
      cancelReconnect()
      if (session === undefined) connect()
    },
    stop(): void {
      cancelReconnect()
      failures = 0
      if (session === undefined) return
      session.abort()
      session = undefined
      onChange(false)
    },
  }
}

function createWatchdog(environment: LiveEnvironment, onTimeout: () => void) {
  let isStopped = false
  let cancel = environment.after(heartbeatTimeoutMs, onTimeout)
  return {
    restart: () => {
      if (isStopped) return
      cancel()
      cancel = environment.after(heartbeatTimeoutMs, onTimeout)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
