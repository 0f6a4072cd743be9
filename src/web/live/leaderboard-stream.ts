import { createParser } from 'eventsource-parser'
import type { LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { toBackoffMs } from './backoff.ts'
import type { LiveEnvironment } from './live-environment.ts'

/** The server sends a heartbeat every 4 seconds; after two missed ones the connection counts as lost. */
const silenceTimeoutMs = 9_000

type Options = {
  readonly environment: LiveEnvironment
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onUpdate: (update: LeaderboardUpdate) => void
  readonly onChange: (state: StreamState) => void
}

/** `lost`: the server cannot be reached. A stream that is refused, or that a proxy holds back, is only `closed`. */
export type StreamState = 'open' | 'closed' | 'lost'

/** Keeps one stream open from `start` to `stop`: reconnects with backoff when it ends, breaks or goes silent. */
export function createLeaderboardStream({ environment, open, onUpdate, onChange }: Options) {
  let session: AbortController | undefined
  let failures = 0
  let cancelReconnect = () => {}
  /** Whether a stream has worked before: only then do silence or a refusal mean that the connection is lost. */
  let isExpected = false
  let isLost = false

  async function listen(current: AbortController, onActivity: () => void): Promise<void> {
    const response = await open(current.signal)
    if (current.signal.aborted || response.body === null) return
    isExpected = true
    isLost = false
    onChange('open')
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
    const watchdog = createWatchdog(environment, () => handleDisconnect(true))
    // An ended stream (expired token, server restart), a broken one and a silent one reconnect alike. The attempt shows
    // within a second whether the server is gone.
    listen(current, watchdog.restart).then(
      () => handleDisconnect(false),
      (error: unknown) => handleDisconnect(isUnreachable(error)),
    )

    function handleDisconnect(isServerLost: boolean): void {
      watchdog.stop()
      if (session !== current) return
      session = undefined
      current.abort()
      isLost ||= isExpected && isServerLost
      onChange(isLost ? 'lost' : 'closed')
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
      isLost = false
      session?.abort()
      session = undefined
      onChange('closed')
    },
    /** The server has responded to another request, so only streams are blocked. */
    confirmReachable(): void {
      if (!isLost) return
      isLost = false
      isExpected = false
      onChange('closed')
    },
  }
}

/** The network failed, or the proxy reports that the server is down. Any other response comes from the server. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'offline' || error.code === 'unavailable')
}

function createWatchdog(environment: LiveEnvironment, onTimeout: () => void) {
  let isStopped = false
  let cancel = environment.after(silenceTimeoutMs, onTimeout)
  return {
    restart: () => {
      if (isStopped) return
      cancel()
      cancel = environment.after(silenceTimeoutMs, onTimeout)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}

/** Far above the size of any message. A stream whose message never ends is closed. */
const maxBufferSize = 64 * 1024

type StreamHandlers = {
  /** Called for every chunk, comments included: the connection is alive. */
  readonly onActivity: () => void
  readonly onUpdate: (update: LeaderboardUpdate) => void
}

/**
 * Reads a stream of server-sent events until it ends. (The browser's EventSource cannot send a bearer token.) Throws
 * when the connection breaks. A message of an unknown shape is ignored.
 */
async function readLeaderboardStream(body: ReadableStream<Uint8Array>, handlers: StreamHandlers): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const parser = createParser({
    maxBufferSize,
    onEvent({ data }) {
      const update = parseUpdate(data)
      if (typeof update?.version === 'number') handlers.onUpdate(update)
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    handlers.onActivity()
    parser.feed(decoder.decode(chunk.value, { stream: true }))
  }
}

function parseUpdate(text: string): LeaderboardUpdate | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
