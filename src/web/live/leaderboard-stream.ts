import { createParser } from 'eventsource-parser'
import { type LeaderboardUpdate, leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { toBackoffMs } from './backoff.ts'
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
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ data }) => {
      const update = leaderboardUpdate.safeParse(parseJson(data))
      if (update.success) handlers.onUpdate(update.data)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    handlers.onActivity()
    parser.feed(decoder.decode(chunk.value, { stream: true }))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
