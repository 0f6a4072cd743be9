import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FeedErrorReason } from '#server/feed/feed-error.ts'
import type { ObserveRequest } from '#server/platform/http/http-server.ts'
import { version } from '#server/platform/settings/version.ts'
import type { SignInFailure } from '#server/sign-in/pages/page-services.ts'
import type { TokenRefusalReason } from '#server/sign-in/tokens/token-refusal.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** The gauges that are read at the time of a scrape, by name, with their help. */
const stateGauges = {
  ready: '1 if this process can serve requests, as /readyz says.',
  database_up: '1 if the database responded to this scrape.',
  stream_listeners: 'Open leaderboard streams of this process.',
  feed_age_seconds: 'Time since the scores of the active tournament were known to be fresh.',
  feed_stale: '1 while the scores of the active tournament are marked as stale.',
  feed_address: 'Which address of FEED_URL is in use: 1 is the first.',
  outbox_backlog: 'Emails, posts and pushes that wait to be sent.',
  outbox_oldest_seconds: 'How long the oldest of them has waited.',
  backup_age_seconds: 'Time since the last nightly backup.',
  backup_bytes: 'The size of the last nightly backup.',
  backup_failed: '1 while no nightly backup can be written.',
} as const

/** The values of the state gauges, except those that are unknown or do not apply. */
export type PoolState = { readonly [Name in keyof typeof stateGauges]?: number | undefined }

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
  const counter = <Label extends string>(name: string, label: Label, help: string) =>
    new Counter({ name: `player_pool_${name}_total`, help, labelNames: [label], registers })
  const feedFaults = counter(
    'feed_faults',
    'reason',
    'Polls of the feed that failed, by reason. Only the process that polls counts them.',
  )
  const refusedTokens = counter('refused_tokens', 'reason', 'Access tokens that were refused, by reason.')
  const failures = 'Wrong passwords and second factors, and attempts beyond their limits.'
  const signInFailures = counter('sign_in_failures', 'by', failures)
  new Gauge({ name: 'player_pool_build_info', help: 'The version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const gauge = (name: string, help: string) => new Gauge({ name: `player_pool_${name}`, help, registers })
  const leader = gauge('leader', '1 in the process that polls the feed.')
  const gauges = Object.entries(stateGauges).map(([name, help]) => [name, gauge(name, help)] as const)

  const observeRequest: ObserveRequest = ({ method, route, status, seconds }) =>
    requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)

  return {
    contentType: registry.contentType,
    observeRequest,
    countFeedFault: (reason: FeedErrorReason | 'internal') => feedFaults.inc({ reason }),
    countSignInFailure: (by: SignInFailure) => signInFailures.inc({ by }),
    setLeader: (isLeader: boolean) => leader.set(isLeader ? 1 : 0),
    countRefusedToken: (reason: TokenRefusalReason) => refusedTokens.inc({ reason }),

    /** Everything as Prometheus reads it. */
    format(state: PoolState): Promise<string> {
      const values: Readonly<Record<string, number | undefined>> = state
      // Prometheus knows NaN as "no value": it fulfils no condition of an alert.
      for (const [name, shown] of gauges) shown.set(values[name] ?? Number.NaN)
      return registry.metrics()
    },
  }
}
