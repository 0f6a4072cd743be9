import * as z from 'zod/mini'
import { addAdminRoutes } from './admin/admin-routes.ts'
import { addMergeRoutes } from './admin/merge-routes.ts'
import { createUserMerging } from './admin/user-merging.ts'
import { addAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { addAuditMailRoutes } from './audit-mail/audit-mail-routes.ts'
import { createAuditMailing } from './audit-mail/audit-mailing.ts'
import type { Config } from './config.ts'
import { type Clock, createSystemClock } from './db/clock.ts'
import { openDatabase } from './db/database.ts'
import { takeDuty } from './db/duty.ts'
import { migrate } from './db/migrate.ts'
import { type News, openNews } from './db/news.ts'
import { addEntryRoutes } from './entries/entry-routes.ts'
import { createEntrySaving } from './entries/entry-saving.ts'
import { createEspnClient } from './feed/espn-client.ts'
import type { Timers } from './feed/feed-poller.ts'
import { createPlayerSummaries } from './feed/player-summary-cache.ts'
import type { Authenticator } from './http/authenticate.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { createHttpServer, type HttpServer } from './http/http-server.ts'
import { addOpenapi, addOpenapiRoute } from './http/openapi-routes.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './http/rate-limiter.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { trackUnusedConnections } from './http/unused-connections.ts'
import { addWebFiles, readWebFiles } from './http/web-files.ts'
import { createXsrf } from './http/xsrf.ts'
import { addClientConfigurationRoutes } from './identity/client-configuration-routes.ts'
import { createEmbeddedProvider } from './identity/embedded-provider.ts'
import { addExternalAccountRoutes } from './identity/external-account-routes.ts'
import { loadSecrets } from './identity/provider/secrets-store.ts'
import { createAuthenticator } from './identity/tokens/authenticator.ts'
import { createTokenVerifier } from './identity/tokens/token-verifier.ts'
import { createLeaderboardExpress } from './leaderboard/leaderboard-express.ts'
import { createLeaderboardFeed, type LeaderboardFeed } from './leaderboard/leaderboard-feed.ts'
import { createLeaderboardHub, type LeaderboardHub } from './leaderboard/leaderboard-hub.ts'
import { addLeaderboardRoutes } from './leaderboard/leaderboard-routes.ts'
import {
  findLeaderboard,
  saveFeedChecked,
  saveLeaderboardWhileActive,
} from './leaderboard/leaderboard-store.ts'
import { createLeaderboardStreams } from './leaderboard/leaderboard-stream.ts'
import { createScorecards } from './leaderboard/scorecards.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { addOutreachRoutes } from './notifications/notifications-routes.ts'
import { createReminders } from './notifications/reminders.ts'
import { createWithdrawals } from './notifications/withdrawals.ts'
import { addEndingRoutes } from './results/ending-routes.ts'
import { addResultsRoutes } from './results/results-routes.ts'
import { addStandingsRoutes } from './results/standings-routes.ts'
import { createTournamentEnding } from './results/tournament-ending.ts'
import { createEventLookup } from './tournaments/event-lookup.ts'
import { createTournamentMessages } from './tournaments/tournament-messages.ts'
import { addTournamentRoutes } from './tournaments/tournament-routes.ts'
import { createTournamentSaving } from './tournaments/tournament-saving.ts'
import { addTournamentSavingRoutes } from './tournaments/tournament-saving-routes.ts'
import { addVerificationRoutes } from './tournaments/verification-routes.ts'
import { addUserRoutes } from './users/user-routes.ts'

export type App = Awaited<ReturnType<typeof createApp>>

type Parts = {
  log: Log
  /** A clock of one's own, for tests. */
  clock?: Clock
  /** Where the built browser app is. */
  webFolder?: string
  /** When a lost connection, or a duty that is elsewhere, is tried again: sooner, for tests. */
  retryMs?: number
}

/** What is still running so long after a stop was asked for is cut off. */
const endWithinMs = 5000
const heartbeatMs = 15_000
const sweepMs = 10 * 60_000

/** Faults of a request's body are told to people. */
z.config(z.locales.en())

/** Builds everything and joins it: the one place that knows all parts. */
export async function createApp(
  config: Config,
  { log, clock: givenClock, webFolder = 'dist/web', retryMs }: Parts,
) {
  const database = openDatabase(config.database)
  await migrate(database)
  const { db } = database
  const clock = givenClock ?? createSystemClock(database.kind)
  const news = await openNews(config.database, log, retryMs)
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
    save: (id, stored) => saveLeaderboardWhileActive(db, id, stored),
    saveChecked: (id, at) => saveFeedChecked(db, id, at),
    tell: (topic, id) => news.publish(topic, id),
  })
  const streams = createLeaderboardStreams(hub)
  const messages = createTournamentMessages(db, clock)
  const client = createEspnClient({ baseUrl: config.feed.baseUrl, now: clock.now })
  const summaries = createPlayerSummaries({ client, ttlMs: config.feed.intervalMs, now: clock.now })
  const scorecards = createScorecards({ db, summaries, now: clock.now })
  const events = createEventLookup({ client, now: clock.now })
  const feed = createLeaderboardFeed({
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
    express: createLeaderboardExpress({
      hub,
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
  addTournamentRoutes(server, { db, messages })
  addStandingsRoutes(server, { db, clock, hub })
  addVerificationRoutes(server, { db, events, feedUrl: config.feed.baseUrl })
  addTournamentSavingRoutes(server, { saving: createTournamentSaving({ db, clock, events, news }) })
  addEndingRoutes(server, { ending: createTournamentEnding({ db, clock, scorecards, news, log }) })
  addEntryRoutes(server, { saving: createEntrySaving({ db, clock }) })
  addResultsRoutes(server, { db, clock })
  addAuditMailRoutes(server, {
    mailing: createAuditMailing({ db, clock, outbox, auditKey: secrets.auditKey }),
  })
  const { publicUrl } = config
  addOutreachRoutes(server, {
    reminders: createReminders({ db, clock, outbox, publicUrl }),
    withdrawals: createWithdrawals({ db, clock, events, outbox, publicUrl }),
  })
  addLeaderboardRoutes(server, { db, hub, streams, scorecards })
  addAdminRoutes(server, { db, clock, news })
  addAuditLogRoutes(server, { db })
  addMergeRoutes(server, { merging: createUserMerging({ db, clock, news }) })
  addOpenapiRoute(server)
  if (provider) await server.register(provider.plugin)
  else addExternalAccountRoutes(server, { signIn: config.signIn, publicUrl: config.publicUrl })
  addWebFiles(server, readWebFiles(webFolder, config.serviceWorker), xsrf)

  const forget = () => {
    authenticator.forget()
    messages.clear()
    events.clear()
    // Of others: what they told last is kept until they answer again.
    summaries.renew()
    verifier.renewKeys()
  }
  const stopHearing = hearNews(news, { hub, feed, authenticator, forget, log })
  const polling = { onTaken: feed.start, onLost: feed.stop }
  const duty = takeDuty(config.database, 'feed-poller', polling, log, retryMs)
  const heartbeat = setInterval(() => {
    streams.beat(clock.now()).catch((error: unknown) => log.warn({ err: error }, 'a heartbeat was left out'))
  }, heartbeatMs)
  const sweep = setInterval(() => {
    provider
      ?.removeExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'old sign-ins could not be removed'))
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
    news,
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
    // The duty is given back at once: another process can ask the feed while this one still answers.
    await Promise.all([duty.stop(), closeServer(server, unused)])
    await outbox.stop()
    stopHearing()
    await news.close()
    await database.close()
  }
}

/** Connections are kept open for a next request; once the last answer is sent they must not hold up the end. */
async function closeServer(server: HttpServer, unused: { end(): void }): Promise<void> {
  const idle = setInterval(() => {
    unused.end()
    server.server.closeIdleConnections()
  }, 20)
  const late = setTimeout(() => server.server.closeAllConnections(), endWithinMs)
  await server.close()
  clearInterval(idle)
  clearTimeout(late)
}

const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

type Hearing = {
  hub: LeaderboardHub
  feed: LeaderboardFeed
  authenticator: Authenticator
  /** Drops all that is in memory, except for the leaderboards. */
  forget: () => void
  log: Log
}

/** What other processes tell. A process hears its own news too, and finds that it has it already. */
function hearNews(news: News, { hub, feed, authenticator, forget, log }: Hearing): () => void {
  const fault = (error: unknown) => log.error({ err: error }, 'news could not be dealt with')
  const stop = news.subscribe((topic, about) => {
    if (topic === 'leaderboard') hub.reload(about, 'leaderboard').catch(fault)
    if (topic === 'feed-checked') hub.reload(about, 'checked').catch(fault)
    if (topic === 'tournament') feed.look().catch(fault)
    if (topic === 'users') authenticator.forget()
    if (topic === 'cache') {
      // Each of them stands in the database, where the next viewer's request finds it.
      hub.clear()
      forget()
      feed.look().catch(fault)
    }
  })
  // What was told while the connection was lost can be read again.
  news.onGap(() => {
    hub.catchUp().catch(fault)
    forget()
    feed.look().catch(fault)
  })
  return stop
}
