import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#server/log.ts'

export type DedicatedConnection = {
  /** Closes the connection or cancels the attempt. Resolves when the socket is closed. */
  close(): Promise<void>
}

type Options = {
  url: string
  /** One word for the log and for the connection's application name. */
  purpose: string
  retryMs: number
  log: Log
  /**
   * Runs on each new connection. `signal` aborts when the connection is lost or `close` is called. Returning or
   * throwing earlier replaces the connection, after `retryMs`.
   */
  onConnected(client: Client, signal: AbortSignal): Promise<void>
}

/** Much shorter than the timeouts of TCP. */
const responseTimeoutMs = 5000

/**
 * A PostgreSQL connection outside the pool, for LISTEN and advisory locks, which belong to a session. A lost connection
 * is closed completely before the next one opens, so there is never more than one.
 */
export function maintainConnection({
  url,
  purpose,
  retryMs,
  log,
  onConnected,
}: Options): DedicatedConnection {
  const closing = new AbortController()

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await connectOnce()
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error, purpose }, 'lost a dedicated database connection; reconnecting')
      }
      await sleep(retryMs, closing.signal)
    }
  }

  async function connectOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: `player-pool ${purpose}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    })
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.once('end', () => lost.abort(new Error('The database server closed the connection.')))
    try {
      await client.connect()
      await onConnected(client, AbortSignal.any([lost.signal, closing.signal]))
      lost.signal.throwIfAborted()
    } finally {
      await client.end()
    }
  }

  const running = run()
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Resolves early, without an error, when the signal aborts. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}

export async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
