import type { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { maintainConnection, sleep } from './dedicated-connection.ts'

/** Elects one process for work that must not be done twice: polling the feed, sending mail. */
export type LeaderElection = {
  /** Releases leadership, so that another process can be elected at once. */
  stop(): Promise<void>
}

type Listeners = { onElected: () => void; onDemoted: () => void }

/** Advisory lock numbers. They must never change: old and new processes run side by side during an update. */
const locks = { 'feed-polling': 7_264_002, outbox: 7_264_003 } as const

type Name = keyof typeof locks

/**
 * Calls `onElected` when this process becomes the leader, and `onDemoted` when it no longer is: when it loses the
 * connection that holds the lock, or at `stop`. Candidates try every `retryMs`. On SQLite the only process is elected
 * at once.
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
