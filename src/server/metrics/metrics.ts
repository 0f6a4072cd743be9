import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FeedErrorReason } from '../feed/feed-error.ts'
import type { ObserveRequest } from '../http/observed-request.ts'
import type { SignInFailure } from '../identity/pages/page-services.ts'
import type { TokenRefusalReason } from '../identity/tokens/token-refusal.ts'
import { version } from '../version.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Gauges read at the time of a scrape; undefined if the value is unknown or does not apply. */
export type PoolState = {
  isReady: boolean
  isDatabaseUp: boolean
  listeners: number
  feed: { ageSeconds: number; isStale: boolean } | undefined
  feedAddress: number | undefined
  outbox: { waiting: number; oldestSeconds: number } | undefined
  backup: { ageSeconds: number | undefined; bytes: number | undefined; hasFailed: boolean } | undefined
}

const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The figures of this process for Prometheus (docs/operations/monitoring.md). Nothing in them names a person. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // The processor, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'player_pool_http_request_duration_seconds',
    help: 'Time until a response was sent, by route pattern and class of status. Streams are not included.',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
    registers,
  })
  const feedFaults = new Counter({
    name: 'player_pool_feed_faults_total',
    help: 'Polls of the feed that failed, by reason. Only the process that polls counts them.',
    labelNames: ['reason'],
    registers,
  })
  const refusedTokens = new Counter({
    name: 'player_pool_refused_tokens_total',
    help: 'Access tokens that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const signInFailures = new Counter({
    name: 'player_pool_sign_in_failures_total',
    help: 'Wrong passwords and second factors, and attempts beyond their limits.',
    labelNames: ['by'],
    registers,
  })
  new Gauge({ name: 'player_pool_build_info', help: 'The version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const gauge = (name: string, help: string) => new Gauge({ name: `player_pool_${name}`, help, registers })
  const gauges = {
    ready: gauge('ready', '1 if this process can serve requests, as /readyz says.'),
    leader: gauge('leader', '1 in the process that polls the feed.'),
    databaseUp: gauge('database_up', '1 if the database responded to this scrape.'),
    listeners: gauge('stream_listeners', 'Open leaderboard streams of this process.'),
    feedAge: gauge('feed_age_seconds', 'Time since the scores of the active tournament were known to be fresh.'),
    feedStale: gauge('feed_stale', '1 while the scores of the active tournament are marked as stale.'),
    feedAddress: gauge('feed_address', 'Which address of FEED_URL is in use: 1 is the first.'),
    outboxWaiting: gauge('outbox_backlog', 'Emails, posts and pushes that wait to be sent.'),
    outboxOldest: gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.'),
    backupAge: gauge('backup_age_seconds', 'Time since the last nightly backup.'),
    backupBytes: gauge('backup_bytes', 'The size of the last nightly backup.'),
    backupFailed: gauge('backup_failed', '1 while no nightly backup can be written.'),
  }

  function setState({ isReady, isDatabaseUp, listeners, feed, feedAddress, outbox, backup }: PoolState): void {
    gauges.ready.set(isReady ? 1 : 0)
    gauges.databaseUp.set(isDatabaseUp ? 1 : 0)
    gauges.listeners.set(listeners)
    // Prometheus knows NaN as "no value": it fulfils no condition of an alert.
    gauges.feedAge.set(feed?.ageSeconds ?? Number.NaN)
    gauges.feedStale.set(feed ? Number(feed.isStale) : Number.NaN)
    gauges.feedAddress.set(feedAddress ?? Number.NaN)
    gauges.outboxWaiting.set(outbox?.waiting ?? Number.NaN)
    gauges.outboxOldest.set(outbox?.oldestSeconds ?? Number.NaN)
    gauges.backupAge.set(backup?.ageSeconds ?? Number.NaN)
    gauges.backupBytes.set(backup?.bytes ?? Number.NaN)
    gauges.backupFailed.set(backup ? Number(backup.hasFailed) : Number.NaN)
  }

  const observeRequest: ObserveRequest = ({ method, route, status, seconds }) =>
    requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)

  return {
    contentType: registry.contentType,
    observeRequest,
    countFeedFault: (reason: FeedErrorReason | 'internal') => feedFaults.inc({ reason }),
    countSignInFailure: (by: SignInFailure) => signInFailures.inc({ by }),
    setLeader: (isLeader: boolean) => gauges.leader.set(isLeader ? 1 : 0),
    countRefusedToken: (reason: TokenRefusalReason) => refusedTokens.inc({ reason }),

    /** Everything as Prometheus reads it. */
    format(state: PoolState): Promise<string> {
      setState(state)
      return registry.metrics()
    },
  }
}
