import type { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { maintainConnection, sleep } from './dedicated-connection.ts'

/** Work that one process does for all of them: asking the feed, sending the mail. */
export type LeaderElection = {
  /** Gives the duty back, if it is here, so that another process can take it. */
  stop(): Promise<void>
}

type Listeners = { onElected: () => void; onDemoted: () => void }

/** The number of the advisory lock of each duty. */
const locks = { 'feed-polling': 7_264_002, outbox: 7_264_003 } as const

type Name = keyof typeof locks

/**
 * Calls `onElected` when this process takes the duty, and `onDemoted` when it is gone: when the connection that held it was
 * lost, or at `stop`. A duty that is elsewhere is asked for every `retryMs`. On SQLite the one process has it at once,
 * and for good.
 */
export function electLeader(
  config: DatabaseConfig,
  name: Name,
  listeners: Listeners,
  log: Log,
  retryMs = 5000,
): LeaderElection {
  if (config.kind === 'sqlite') {
    listeners.onElected()
    return { stop: async () => listeners.onDemoted() }
  }
  const connection = maintainConnection({
    url: config.url,
    purpose: name,
    retryMs,
    log,
    async onConnected(client, signal) {
      while (!signal.aborted && !(await tryLock(client, name))) await sleep(retryMs, signal)
      if (!signal.aborted) await holdLeadership(client, listeners, retryMs, signal)
    },
  })
  return { stop: connection.close }
}

async function tryLock(client: Client, name: Name): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [locks[name]])
  return rows[0]?.acquired === true
}

async function holdLeadership(
  client: Client,
  { onElected, onDemoted }: Listeners,
  checkMs: number,
  signal: AbortSignal,
): Promise<void> {
  onElected()
  try {
    while (!signal.aborted) {
      await sleep(checkMs, signal)
      // The server may have dropped the lock with a connection that looks alive from here.
      if (!signal.aborted) await client.query('select 1')
    }
  } finally {
    onDemoted()
  }
}
