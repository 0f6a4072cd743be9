import type { Client } from 'pg'
import type { Log } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import {
  type ConnectionTiming,
  defaultTiming,
  maintainConnection,
  sendHeartbeats,
  sleep,
} from './dedicated-connection.ts'

/** Elects one process for work that must not be done twice: polling the feed. */
export type LeaderElection = ReturnType<typeof electLeader>

/** Leadership that has to be renewed: it expires before another process can be elected. */
export type Lease = { isValid(): boolean }

/** The lease of a process without competitors. */
export const permanentLease: Lease = { isValid: () => true }

type Listeners = { onElected: (lease: Lease) => void; onDemoted: () => void }

/**
 * Advisory lock numbers. They must never change: old and new processes run side by side during an update.
 */
const locks = { 'feed-polling': 7_264_002 } as const

type Name = keyof typeof locks

/**
 * Calls `onElected` when this process becomes the leader, and `onDemoted` when it no longer is: when it loses the
 * connection that holds the lock, or at `stop`. Candidates try every `retryMs`. On SQLite the only process is elected
 * at once.
 *
 * The lock belongs to a session. If the leader's machine dies silently, PostgreSQL ends that session after
 * `sessionTimeoutMs`. The lease is shorter: a leader without a response for that long is no longer the leader.
 */
export function electLeader(
  config: DatabaseConfig,
  name: Name,
  listeners: Listeners,
  log: Log,
  overrides: Partial<ConnectionTiming> = {},
) {
  if (config.kind === 'sqlite') {
    listeners.onElected(permanentLease)
    return { stop: async () => listeners.onDemoted() }
  }
  const timing = { ...defaultTiming, ...overrides }
  const connection = maintainConnection({
    url: config.url,
    purpose: name,
    timing,
    log,
    async onConnected(client, signal) {
      while (!signal.aborted) {
        const requestedAt = performance.now()
        if (await tryLock(client, name)) return holdLeadership(client, listeners, timing, requestedAt, signal)
        await sleep(timing.retryMs, signal)
      }
    },
  })
  /** Releases leadership, so that another process can be elected at once. */
  return { stop: connection.close }
}

async function tryLock(client: Client, name: Name): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [locks[name]])
  return rows[0]?.acquired === true
}

async function holdLeadership(
  client: Client,
  { onElected, onDemoted }: Listeners,
  { heartbeatMs, responseTimeoutMs }: ConnectionTiming,
  requestedAt: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const leaseMs = heartbeatMs + responseTimeoutMs
  let expiresAt = requestedAt + leaseMs
  const isValid = () => performance.now() < expiresAt
  onElected({ isValid })
  try {
    await sendHeartbeats(client, heartbeatMs, signal, (sentAt) => {
      if (!isValid()) throw new Error('This process was paused for longer than its lease.')
      expiresAt = sentAt + leaseMs
    })
  } finally {
    onDemoted()
  }
}
