import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#server/platform/log/log.ts'

type Options = {
  url: string
  /** One word for the log and for the connection's application name. */
  purpose: string
  timing: ConnectionTiming
  log: Log
  /**
   * Runs on each new connection. `signal` aborts when the connection is lost or `close` is called. Returning or
   * throwing earlier replaces the connection, after `retryMs`. Has to send heartbeats.
   */
  onConnected(client: Client, signal: AbortSignal): Promise<void>
}

export type ConnectionTiming = {
  /** Delay before the next attempt to connect. */
  retryMs: number
  heartbeatMs: number
  /** A server that has not responded by then counts as lost. Much shorter than TCP timeouts. */
  responseTimeoutMs: number
  /** The server ends a session that has been silent for this long, and releases its advisory locks. */
  sessionTimeoutMs: number
}

export const defaultTiming: ConnectionTiming = {
  retryMs: 1000,
  heartbeatMs: 2000,
  responseTimeoutMs: 5000,
  sessionTimeoutMs: 10_000,
}

const endTimeoutMs = 1000

/**
 * A PostgreSQL connection outside the pool, for LISTEN and advisory locks, which belong to a session. A lost connection
 * is closed completely before the next one opens, so there is never more than one.
 */
export function maintainConnection({ url, purpose, timing, log, onConnected }: Options) {
  const closing = new AbortController()
  let isLost = false

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await connectOnce()
      } catch (error) {
        if (closing.signal.aborted) return
        // While a database server restarts, each attempt fails: one warning is enough.
        if (isLost) log.debug({ err: error, purpose }, 'a dedicated database connection is still lost')
        else log.warn({ err: error, purpose }, 'lost a dedicated database connection; reconnecting')
        isLost = true
      }
      await sleep(timing.retryMs, closing.signal)
    }
  }

  async function connectOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: `player-pool ${purpose}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: timing.responseTimeoutMs,
      query_timeout: timing.responseTimeoutMs,
    })
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.once('end', () => lost.abort(new Error('The database server closed the connection.')))
    try {
      await client.connect()
      await client.query(`set idle_session_timeout = ${timing.sessionTimeoutMs}`)
      if (isLost) log.info({ purpose }, 'the dedicated database connection is back')
      isLost = false
      await onConnected(client, AbortSignal.any([lost.signal, closing.signal]))
      lost.signal.throwIfAborted()
    } finally {
      await endOrDestroy(client.end(), [client])
    }
  }

  const running = run()
  return {
    /** Closes the connection or cancels the attempt. Resolves when the socket is closed. */
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

/** Waits for connections to end, but not for an unresponsive server. */
export async function endOrDestroy(ending: Promise<void>, clients: Iterable<Client>): Promise<void> {
  const timer = setTimeout(() => {
    for (const { connection } of clients) connection.stream.destroy()
  }, endTimeoutMs)
  await ending.finally(() => clearTimeout(timer))
}

/** Resolves early, without an error, when the signal aborts. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}

/**
 * Detects a dead connection, and keeps its session alive. Returns when the signal aborts, and throws
 * when the server does not respond. `onResponse` gets the time of the request, in the milliseconds of `performance.now`.
 */
export async function sendHeartbeats(
  client: Client,
  heartbeatMs: number,
  signal: AbortSignal,
  onResponse: (sentAt: number) => void = () => {},
): Promise<void> {
  for (;;) {
    await sleep(heartbeatMs, signal)
    if (signal.aborted) return
    const sentAt = performance.now()
    await client.query('select 1')
    onResponse(sentAt)
  }
}
