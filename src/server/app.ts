import * as z from 'zod/mini'
import { addAdminRoutes } from './admin/admin-routes.ts'
import { addMergeRoutes } from './admin/merge-routes.ts'
import { createUserMerger } from './admin/user-merger.ts'
import { addAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { addAuditMailRoutes } from './audit-mail/audit-mail-routes.ts'
import { createAuditMailSender } from './audit-mail/audit-mail-sender.ts'
import type { Config } from './config.ts'
import { type Clock, createSystemClock } from './db/clock.ts'
import { openDatabase } from './db/database.ts'
import { type EventBus, openEventBus } from './db/event-bus.ts'
import { electLeader } from './db/leader-election.ts'
import { migrate } from './db/migrate.ts'
import { createEntryEditor } from './entries/entry-editor.ts'
import { addEntryRoutes } from './entries/entry-routes.ts'
import { createEspnClient } from './feed/espn-client.ts'
import { createPlayerSummaries } from './feed/player-summary-cache.ts'
import type { Authenticator } from './http/authenticate.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { createHttpServer, type HttpServer } from './http/http-server.ts'
import { addOpenapi, addOpenapiRoute } from './http/openapi-routes.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './http/rate-limiter.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createSnapshotFastPath } from './http/snapshot-fast-path.ts'
import { trackUnusedConnections } from './http/unused-connections.ts'
import { addWebFiles, readWebFiles } from './http/web-files.ts'
import { createXsrf } from './http/xsrf.ts'
import { addClientConfigurationRoutes } from './identity/client-configuration-routes.ts'
import { createEmbeddedProvider } from './identity/embedded-provider.ts'
import { addExternalAccountRoutes } from './identity/external-account-routes.ts'
import { loadSecrets } from './identity/provider/secrets-store.ts'
import { createAuthenticator } from './identity/tokens/authenticator.ts'
import { createTokenVerifier } from './identity/tokens/token-verifier.ts'
import { createLeaderboardHub, type LeaderboardHub } from './leaderboard/leaderboard-hub.ts'
import {
  createLeaderboardPoller,
  type LeaderboardPoller,
  type Timers,
} from './leaderboard/leaderboard-poller.ts'
import { addLeaderboardRoutes } from './leaderboard/leaderboard-routes.ts'
import { createPolledLeaderboard } from './leaderboard/leaderboard-snapshot.ts'
import { findLeaderboard, saveFeedChecked, saveLeaderboardIfActive } from './leaderboard/leaderboard-store.ts'
import { createLeaderboardStreams } from './leaderboard/leaderboard-stream.ts'
import { createScorecards } from './leaderboard/scorecards.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { addNotificationRoutes } from './notifications/notification-routes.ts'
import { createReminders } from './notifications/reminders.ts'
import { createWithdrawalNotifications } from './notifications/withdrawal-notifications.ts'
import { addEndingRoutes } from './results/ending-routes.ts'
import { addResultsRoutes } from './results/results-routes.ts'
import { addStandingsRoutes } from './results/standings-routes.ts'
import { createTournamentCloser } from './results/tournament-closer.ts'
import { createEventLookup } from './tournaments/event-lookup.ts'
import { addTournamentSavingRoutes } from './tournaments/tournament-editing-routes.ts'
import { createTournamentEditor } from './tournaments/tournament-editor.ts'
import { createPolledTournament, createTournamentResponses } from './tournaments/tournament-responses.ts'
import { addTournamentRoutes } from './tournaments/tournament-routes.ts'
import { addVerificationRoutes } from './tournaments/verification-routes.ts'
import { addUserRoutes } from './users/user-routes.ts'

export type App = Awaited<ReturnType<typeof createApp>>

type Dependencies = {
  log: Log
  /** A clock of one's own, for tests. */
  clock?: Clock
  /** Where the built browser app is. */
  webFolder?: string
  /** Delay before reconnecting and before the next attempt to become the leader; shorter in tests. */
  retryMs?: number
}

/** What is still running so long after a stop was asked for is cut off. */
const shutdownGraceMs = 5000
const heartbeatMs = 15_000
const sweepMs = 10 * 60_000

/** Faults of a request's body are told to people. */
z.config(z.locales.en())

/** Builds everything and joins it: the one place that knows all parts. */
export async function createApp(
  config: Config,
  { log, clock: clockOverride, webFolder = 'dist/web', retryMs }: Dependencies,
) {
  const database = openDatabase(config.database)
  await migrate(database)
  const { db } = database
  const clock = clockOverride ?? createSystemClock(database.kind)
  const eventBus = await openEventBus(config.database, log, retryMs)
  const secrets = await loadSecrets(db, clock)
  const outbox = createOutbox({
    db,
    mailer: createMailer(config.mail, config.dataFolder),
    clock,
    log,
    timers: { setTimeout, clearTimeout },
  })

  const limiters = {
    reads: createMemoryRateLimiter(clock, config.http.rateLimitFactor),
    writes: createDatabaseRateLimiter(db, clock, config.http.rateLimitFactor),
  }
  const provider =
    config.signIn.provider === 'embedded'
      ? await createEmbeddedProvider({
          database,
          config,
          secrets,
          outbox,
          limiter: limiters.writes,
          clock,
          log,
        })
      : undefined
  const verifier = createTokenVerifier({
    signIn: config.signIn,
    ...(provider && { localKeys: provider.publicKeys }),
    clock,
    log,
  })
  const authenticator = createAuthenticator({ db, verifier, clock })

  const hub = createLeaderboardHub({
    find: (id) => findLeaderboard(db, id),
    save: (id, stored) => saveLeaderboardIfActive(db, id, stored),
    saveChecked: (id, at) => saveFeedChecked(db, id, at),
    publishToPeers: eventBus.publishToPeers,
  })
  const streams = createLeaderboardStreams(hub)
  const responses = createTournamentResponses(db, clock)
  const client = createEspnClient({ baseUrl: config.feed.baseUrl, now: clock.now })
  const summaries = createPlayerSummaries({ client, ttlMs: config.feed.intervalMs, now: clock.now })
  const scorecards = createScorecards({ db, summaries, now: clock.now })
  const events = createEventLookup({ client, now: clock.now })
  const feed = createLeaderboardPoller({
    db,
    client,
    hub,
    intervalMs: config.feed.intervalMs,
    clock,
    timers: nodeTimers,
    random: Math.random,
    log,
  })

  const xsrf = createXsrf({ keys: secrets.xsrfKeys, publicUrl: config.publicUrl })
  const securityHeaders = createSecurityHeaders({
    publicUrl: config.publicUrl,
    authority: config.signIn.authority,
  })
  const server = createHttpServer({
    publicUrl: config.publicUrl,
    securityHeaders,
    trustedProxies: config.http.trustedProxies,
    log,
    authenticator,
    xsrf,
    limiters,
    fastPath: createSnapshotFastPath({
      resources: [createPolledLeaderboard(hub), createPolledTournament(responses)],
      authenticator,
      limiter: limiters.reads,
      securityHeaders: securityHeaders.data,
    }),
  })
  const unused = trackUnusedConnections(server.server)
  await addOpenapi(server)
  addHealthRoutes(server, { db, clock })
  addClientConfigurationRoutes(server, { signIn: config.signIn, publicUrl: config.publicUrl, xsrf })
  addUserRoutes(server)
  addTournamentRoutes(server, { db, responses })
  addStandingsRoutes(server, { db, clock, hub })
  addVerificationRoutes(server, { db, events, feedUrl: config.feed.baseUrl })
  addTournamentSavingRoutes(server, { editor: createTournamentEditor({ db, clock, events, eventBus }) })
  addEndingRoutes(server, { closer: createTournamentCloser({ db, clock, scorecards, eventBus, log }) })
  addEntryRoutes(server, { editor: createEntryEditor({ db, clock }) })
  addResultsRoutes(server, { db, clock })
  addAuditMailRoutes(server, {
    sender: createAuditMailSender({ db, clock, outbox, auditKey: secrets.auditKey }),
  })
  const { publicUrl } = config
  addNotificationRoutes(server, {
    reminders: createReminders({ db, clock, outbox, publicUrl }),
    withdrawals: createWithdrawalNotifications({ db, clock, events, outbox, publicUrl }),
  })
  addLeaderboardRoutes(server, { db, hub, streams, scorecards })
  addAdminRoutes(server, { db, clock, eventBus })
  addAuditLogRoutes(server, { db })
  addMergeRoutes(server, { merger: createUserMerger({ db, clock, eventBus }) })
  addOpenapiRoute(server)
  if (provider) await server.register(provider.plugin)
  else addExternalAccountRoutes(server, { signIn: config.signIn, publicUrl: config.publicUrl })
  addWebFiles(server, readWebFiles(webFolder, config.serviceWorker), xsrf)

  const clearCaches = () => {
    authenticator.clearCache()
    responses.clear()
    events.clear()
    // Data of other servers stays in use until a refresh succeeds.
    summaries.invalidate()
    verifier.invalidateKeys()
  }
  const unsubscribe = subscribeToEvents(eventBus, { hub, feed, authenticator, clearCaches, log })
  const polling = { onElected: feed.start, onDemoted: feed.stop }
  const election = electLeader(config.database, 'feed-polling', polling, log, retryMs)
  const heartbeat = setInterval(() => {
    streams
      .sendHeartbeat(clock.now())
      .catch((error: unknown) => log.warn({ err: error }, 'failed to send the stream heartbeat'))
  }, heartbeatMs)
  const sweep = setInterval(() => {
    provider
      ?.removeExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to remove expired sign-in records'))
  }, sweepMs)
  outbox.start()
  let closed: Promise<void> | undefined

  return {
    config,
    database,
    clock,
    server,
    hub,
    feed,
    eventBus,
    secrets,
    streams,

    async listen(): Promise<void> {
      await server.listen({ host: config.listen.host, port: config.listen.port })
    },

    /** Lets running requests end, and leaves nothing behind that keeps the process alive. May be called again. */
    close(): Promise<void> {
      closed ??= close()
      return closed
    },
  }

  async function close(): Promise<void> {
    clearInterval(heartbeat)
    clearInterval(sweep)
    streams.close()
    // Leadership ends first: another process can poll the feed while this one finishes its requests.
    await Promise.all([election.stop(), closeServer(server, unused)])
    await outbox.stop()
    unsubscribe()
    await eventBus.close()
    await database.close()
  }
}

/** Connections are kept open for a next request; once the last answer is sent they must not hold up the end. */
async function closeServer(server: HttpServer, unused: { end(): void }): Promise<void> {
  const idle = setInterval(() => {
    unused.end()
    server.server.closeIdleConnections()
  }, 20)
  const forceCloseTimer = setTimeout(() => server.server.closeAllConnections(), shutdownGraceMs)
  await server.close()
  clearInterval(idle)
  clearTimeout(forceCloseTimer)
}

const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

type EventHandlerOptions = {
  hub: LeaderboardHub
  feed: LeaderboardPoller
  authenticator: Authenticator
  /** All caches except for the leaderboards. */
  clearCaches: () => void
  log: Log
}

/** A leaderboard event comes from another process, and everything else from this one as well. */
function subscribeToEvents(
  eventBus: EventBus,
  { hub, feed, authenticator, clearCaches, log }: EventHandlerOptions,
): () => void {
  const logFailure = (error: unknown) => log.error({ err: error }, 'failed to handle an event')
  const stop = eventBus.subscribe((topic, subjectId) => {
    if (topic === 'leaderboard') hub.reload(subjectId, 'leaderboard').catch(logFailure)
    if (topic === 'feed-checked') hub.reload(subjectId, 'checked').catch(logFailure)
    if (topic === 'tournament') feed.refreshTarget().catch(logFailure)
    if (topic === 'users') authenticator.clearCache()
    if (topic === 'cache') {
      hub.clear()
      clearCaches()
      feed.refreshTarget().catch(logFailure)
    }
  })
  eventBus.onReconnect(() => {
    hub.resync().catch(logFailure)
    clearCaches()
    feed.refreshTarget().catch(logFailure)
  })
  return stop
}
