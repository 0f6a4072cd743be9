import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#server/log.ts'

export type DedicatedConnection = {
  /** Ends the connection, or the attempt to get one. Done when nothing of it is left. */
  close(): Promise<void>
}

type Options = {
  url: string
  /** What it is for, in a word: shown in the log, and by the server as the connection's name. */
  purpose: string
  /** Between the loss of a connection and the attempt to get another. */
  retryMs: number
  log: Log
  /**
   * What is done with each new connection. `signal` aborts when the connection is lost or `close` is called; whoever
   * finds it useless before that returns or throws, and gets another one.
   */
  onConnected(client: Client, signal: AbortSignal): Promise<void>
}

/** A server that does not answer at all must not be waited for as long as the network would. */
const responseTimeoutMs = 5000

/**
 * One connection to PostgreSQL outside of the pool, for what belongs to a session (listening, advisory locks). There is
 * never more than one at a time: the next is made when all of the last is over.
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
        await writeNextPart()
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error, purpose }, 'lost a dedicated database connection; reconnecting')
      }
      await sleep(retryMs, closing.signal)
    }
  }

  async function writeNextPart(): Promise<void> {
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

/** Waits so long, or until the signal aborts: that is no fault. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}

export async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
