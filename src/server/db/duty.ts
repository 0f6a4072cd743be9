import type { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { keepConnection, pause } from './kept-connection.ts'

/** Work that one process does for all of them: asking the feed, sending the mail. */
export type Duty = {
  /** Gives the duty back, if it is here, so that another process can take it. */
  stop(): Promise<void>
}

type Listeners = { onTaken: () => void; onLost: () => void }

/** The number of the advisory lock of each duty. */
const locks = { 'feed-poller': 7_264_002, outbox: 7_264_003 } as const

type Name = keyof typeof locks

/**
 * Calls `onTaken` when this process takes the duty, and `onLost` when it is gone: when the connection that held it was
 * lost, or at `stop`. A duty that is elsewhere is asked for every `retryMs`. On SQLite the one process has it at once,
 * and for good.
 */
export function takeDuty(
  config: DatabaseConfig,
  name: Name,
  listeners: Listeners,
  log: Log,
  retryMs = 5000,
): Duty {
  if (config.kind === 'sqlite') {
    listeners.onTaken()
    return { stop: async () => listeners.onLost() }
  }
  const connection = keepConnection({
    url: config.url,
    purpose: name,
    retryMs,
    log,
    async use(client, over) {
      while (!over.aborted && !(await tryLock(client, name))) await pause(retryMs, over)
      if (!over.aborted) await holdDuty(client, listeners, retryMs, over)
    },
  })
  return { stop: connection.close }
}

async function tryLock(client: Client, name: Name): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [locks[name]])
  return rows[0]?.taken === true
}

async function holdDuty(
  client: Client,
  { onTaken, onLost }: Listeners,
  checkMs: number,
  over: AbortSignal,
): Promise<void> {
  onTaken()
  try {
    while (!over.aborted) {
      await pause(checkMs, over)
      // The server may have dropped the lock with a connection that looks alive from here.
      if (!over.aborted) await client.query('select 1')
    }
  } finally {
    onLost()
  }
}
