import { join } from 'node:path'
import * as z from 'zod/mini'
import { addAdminRoutes } from './admin/admin-routes.ts'
import { watchBlockedUsers } from './admin/blocked-user-watch.ts'
import { addMergeRoutes } from './admin/merge-routes.ts'
import { createUserMerger } from './admin/user-merger.ts'
import { addAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { addAuditMailRoutes } from './audit-mail/audit-mail-routes.ts'
import { createAuditMailSender } from './audit-mail/audit-mail-sender.ts'
import { brandFiles, toStyleHashes } from './branding/branded-files.ts'
import { type Branding, loadBranding } from './branding/branding.ts'
import { addHouseRulesRoute } from './branding/house-rules-routes.ts'
import { createPreviewPages } from './branding/preview-pages.ts'
import { addCalendarFileRoute } from './calendar-file/calendar-file-routes.ts'
import type { Config } from './config.ts'
import { type Clock, createSystemClock } from './db/clock.ts'
import type { Db } from './db/database.ts'
import { type EventBus, openEventBus } from './db/event-bus.ts'
import { electLeader, type Lease } from './db/leader-election.ts'
import { openMigratedDatabase } from './db/migrate.ts'
import { createEntryEditor } from './entries/entry-editor.ts'
import { addEntryRoutes } from './entries/entry-routes.ts'
import { createEspnClient } from './feed/espn-client.ts'
import { createPlayerSummaries } from './feed/player-summary-cache.ts'
import { addFeedImageRoutes } from './feed-images/feed-image-routes.ts'
import { createFeedImages, type FeedImages } from './feed-images/feed-images.ts'
import { createConnectionDrain } from './http/connection-drain.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { createHttpServer, type HttpServer } from './http/http-server.ts'
import { createProxyWatch } from './http/proxy-watch.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './http/rate-limiter.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createSnapshotFastPath } from './http/snapshot-fast-path.ts'
import { addWebFiles, readWebFiles } from './http/web-files.ts'
import { createXsrf } from './http/xsrf.ts'
import { createFirstSetupLink, describeSetupLink, firstAdminBehindProvider } from './identity/accounts/first-admin.ts'
import { addClientConfigurationRoutes } from './identity/client-configuration-routes.ts'
import { createEmbeddedProvider } from './identity/embedded-provider.ts'
import { addExternalAccountRoutes } from './identity/external-account-routes.ts'
import { addInvitationRoutes } from './identity/invitations/invitation-routes.ts'
import { createInvitations } from './identity/invitations/invitations.ts'
import { loadSecrets, type SigningKey } from './identity/provider/secrets-store.ts'
import { watchSigningKeys } from './identity/provider/signing-key-watch.ts'
import { createAuthenticator } from './identity/tokens/authenticator.ts'
import { createTokenVerifier } from './identity/tokens/token-verifier.ts'
import { createLeaderboardHub, type LeaderboardBackend } from './leaderboard/leaderboard-hub.ts'
import { createLeaderboardPoller, type Timers } from './leaderboard/leaderboard-poller.ts'
import { addLeaderboardRoutes } from './leaderboard/leaderboard-routes.ts'
import { createPolledLeaderboard } from './leaderboard/leaderboard-snapshot.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  saveFeedChecked,
  saveLeaderboardIfActive,
} from './leaderboard/leaderboard-store.ts'
import { createLeaderboardStreams } from './leaderboard/leaderboard-stream.ts'
import { createScorecards } from './leaderboard/scorecards.ts'
import { createSilenceWatch } from './leaderboard/silence-watch.ts'
import type { Log } from './log.ts'
import { createMailChannel } from './mail/mail-channel.ts'
import { createMailer } from './mail/mailer.ts'
import { createMetrics } from './metrics/metrics.ts'
import { addMetricsRoute } from './metrics/metrics-routes.ts'
import { readPoolState } from './metrics/pool-state.ts'
import { createGolfersOutListener } from './notices/golfers-out-listener.ts'
import { createNoticeListener } from './notices/notice-listener.ts'
import { addNoticeRoutes } from './notices/notice-routes.ts'
import { createNoticeSettings } from './notices/notice-settings.ts'
import { addNotificationRoutes } from './notifications/notification-routes.ts'
import { createReminders } from './notifications/reminders.ts'
import { createResultMails } from './notifications/result-mails.ts'
import { createWithdrawalNotifications } from './notifications/withdrawal-notifications.ts'
import { addOpenapiRoutes, collectRoutes } from './openapi/openapi-routes.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createPoolEventWatch } from './pool-events/pool-event-watch.ts'
import { restrictToOwner } from './private-files.ts'
import { createPushChannel } from './push/push-channel.ts'
import { createVapid, toVapidSubject } from './push/vapid.ts'
import { addEndingRoutes } from './results/ending-routes.ts'
import { addResultPictureRoutes } from './results/result-picture-routes.ts'
import { createResultPictures } from './results/result-pictures.ts'
import { addResultsRoutes } from './results/results-routes.ts'
import { addStandingsRoutes } from './results/standings-routes.ts'
import { createTournamentCloser } from './results/tournament-closer.ts'
import { createSeasonEditor } from './season/season-editor.ts'
import { addSeasonRoutes } from './season/season-routes.ts'
import { createSeasons } from './season/seasons.ts'
import { createSetupSources } from './tournament-setup/setup-sources.ts'
import { expireSourceCopies } from './tournament-setup/source-copy-store.ts'
import { addTournamentSetupRoutes } from './tournament-setup/tournament-setup-routes.ts'
import { createEventLookup } from './tournaments/event-lookup.ts'
import { addTournamentEditingRoutes } from './tournaments/tournament-editing-routes.ts'
import { createTournamentEditor } from './tournaments/tournament-editor.ts'
import { createPolledTournament, createTournamentResponses } from './tournaments/tournament-responses.ts'
import { addTournamentRoutes } from './tournaments/tournament-routes.ts'
import { listTournaments } from './tournaments/tournament-store.ts'
import { addVerificationRoutes } from './tournaments/verification-routes.ts'
import { addUserRoutes } from './users/user-routes.ts'
import { hasAdmin } from './users/user-store.ts'
import { createVault } from './vault.ts'
import { createWebhookChannel } from './webhooks/webhook-channel.ts'
import { createWebhookEditor } from './webhooks/webhook-editor.ts'
import { createWebhookListener } from './webhooks/webhook-listener.ts'
import type { OpenRequest } from './webhooks/webhook-request.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'

export type App = Awaited<ReturnType<typeof createApp>>

type Dependencies = {
  log: Log
  /** Tests pass their own clock. */
  clock?: Clock
  /** Folder of the built browser app. */
  webFolder?: string
  /** Delay before reconnecting and before the next attempt to become the leader; shorter in tests. */
  retryMs?: number
  /** Compression of the bodies that all viewers share; lower in tests. */
  brotliQuality?: number
  /** Where the pictures of golfers and flags come from, if not from the feed's own server. */
  feedImageOrigin?: string
  /** Opens requests to webhooks. Only tests have one of their own, which leads to their own server. */
  openWebhookRequest?: OpenRequest
  /** A push service of a test. Never a setting: the server sends requests only to services that we know. */
  pushOrigin?: string | undefined
  /** Tests share one signing key, because creating one takes longer than the rest of the start. */
  createSigningKey?: () => Promise<SigningKey>
}

const heartbeatMs = 15_000
/** A page that hears nothing for 9 seconds says that the connection is lost (docs/rules.md, 7.5). */
const beatMs = 4_000
const sweepMs = 10 * 60_000

/** Validation messages are shown to people. */
z.config(z.locales.en())

const defaultWebFolder = 'dist/web'

/** Builds the parts and connects them. Nothing else knows all of them. */
export async function createApp(config: Config, dependencies: Dependencies) {
  const { log, webFolder = defaultWebFolder } = dependencies
  const branding = await loadBranding(config.branding, webFolder, log)
  const shared = await openSharedState(config, dependencies)
  const services = await createServices(config, shared, branding, dependencies)
  const server = await createServer(config, shared, services, { log, webFolder })
  const drain = createConnectionDrain(server.server)
  const unsubscribe = subscribeToEvents(shared, services, log)
  const background = startBackgroundWork(config, shared, services, dependencies)
  let closed: Promise<void> | undefined

  return {
    config,
    ...shared,
    server,
    hub: services.hub,
    feed: services.feed,
    streams: services.streams,
    poolEvents: services.poolEvents,
    outbox: services.outbox,

    async listen(): Promise<void> {
      await server.listen({ host: config.listen.host, port: config.listen.port })
      // Only now can a signal stop it between two messages.
      services.outbox.start()
    },

    /** The text that leads the operator of a new installation to its first admin; undefined if there is one. */
    async describeFirstSteps(): Promise<string | undefined> {
      const { database, clock } = shared
      if (await hasAdmin(database.db)) return undefined
      if (config.signIn.provider === 'external') return firstAdminBehindProvider
      const link = await createFirstSetupLink({ database, clock, config })
      return link === undefined ? undefined : describeSetupLink(link)
    },

    /**
     * Lets open requests finish and releases everything. Can be called more than once. `idleGraceMs`: how long idle
     * connections stay open, so that requests that are on their way are answered.
     */
    close({ idleGraceMs = 0 } = {}): Promise<void> {
      closed ??= close(idleGraceMs)
      return closed
    },
  }

  async function close(idleGraceMs: number): Promise<void> {
    services.streams.close()
    // Leadership ends first: another process can poll the feed while this one finishes its requests.
    await Promise.all([background.stop(), services.outbox.stop(), drain.stop(idleGraceMs)])
    await server.close()
    unsubscribe()
    await shared.eventBus.close()
    await shared.database.close()
  }
}

type SharedState = Awaited<ReturnType<typeof openSharedState>>

/** What all processes of the pool share: the database with its clock and secrets, and the event bus. */
async function openSharedState(config: Config, { log, clock, retryMs, createSigningKey }: Dependencies) {
  restrictToOwner(config.dataFolder)
  const database = await openMigratedDatabase(config.database, log)
  const deciding = clock ?? createSystemClock(database.kind)
  const eventBus = await openEventBus(config.database, log, toTiming(retryMs))
  const secrets = await loadSecrets(database.db, deciding, createSigningKey)
  return { database, clock: deciding, eventBus, secrets }
}

type Services = Awaited<ReturnType<typeof createServices>>

/** The parts that routes, events and background work use together. */
async function createServices(
  config: Config,
  { database, clock, eventBus, secrets }: SharedState,
  branding: Branding,
  { log, brotliQuality, feedImageOrigin, openWebhookRequest, pushOrigin, webFolder = defaultWebFolder }: Dependencies,
) {
  const { db } = database
  const { now } = clock
  const { publicUrl, timeZone } = config
  const webhookVault = createVault(secrets.webhookKey, '', 'webhook')
  const vapid = createVapid({ key: secrets.pushKey, subject: toVapidSubject(config), clock })
  const outbox = createOutbox({
    db,
    channels: [
      createMailChannel(createMailer(config.mail, config.dataFolder, branding.name)),
      createWebhookChannel({
        db,
        clock,
        vault: webhookVault,
        publicUrl,
        name: branding.name,
        openRequest: openWebhookRequest,
      }),
      createPushChannel({ db, clock, vapid, log, testOrigin: pushOrigin }),
    ],
    clock,
    log,
    timers: { setTimeout, clearTimeout },
  })
  const limiters = {
    reads: createMemoryRateLimiter(clock, config.http.rateLimitFactor),
    writes: createDatabaseRateLimiter(db, clock, config.http.rateLimitFactor),
  }
  const { trustedProxies } = config.http
  const proxyWatch = createProxyWatch({ publicUrl: config.publicUrl, trustedProxies, clock, log })
  const embedded = {
    database,
    config,
    secrets,
    outbox,
    eventBus,
    limiter: limiters.writes,
    proxyWatch,
    clock,
    log,
    branding,
  }
  const provider = config.signIn.provider === 'embedded' ? await createEmbeddedProvider(embedded) : undefined
  const localKeys = provider && { localKeys: provider.publicKeys }
  const verifier = createTokenVerifier({ signIn: config.signIn, ...localKeys, clock, log })
  const { baseUrl, intervalMs } = config.feed
  const images =
    config.feed.images === 'proxy'
      ? createFeedImages({ db, log, now, ...(feedImageOrigin !== undefined && { origin: feedImageOrigin }) })
      : null
  const hub = createLeaderboardHub(createLeaderboardBackend(db, eventBus, images), brotliQuality)
  const client = createEspnClient({ baseUrl, now })
  const metrics = config.metricsToken === null ? undefined : createMetrics()
  const summaries = createPlayerSummaries({ client, ttlMs: intervalMs, now })
  const findBoard = (id: number) => hub.findLatest(id)
  const pictures = createResultPictures({ db, branding, fontFolder: join(webFolder, 'fonts'), findBoard, log })
  return {
    metrics,
    branding,
    pictures,
    outbox,
    notices: createNoticeSettings({ db, clock, outbox, vapid, testOrigin: pushOrigin }),
    limiters,
    proxyWatch,
    images,
    provider,
    verifier,
    authenticator: createAuthenticator({ db, verifier, clock }),
    hub,
    streams: createLeaderboardStreams(hub),
    silenceWatch: createSilenceWatch({ db, hub, intervalMs, clock }),
    feed: createLeaderboardPoller({
      db,
      client,
      hub,
      intervalMs,
      clock,
      timers: nodeTimers,
      random: Math.random,
      onFault: metrics?.countFeedFault,
      log,
    }),
    // Each listener adds the messages of its channel.
    webhooks: createWebhookEditor({ db, clock, outbox, vault: webhookVault, publicUrl, timeZone, name: branding.name }),
    poolEvents: createPoolEventWatch({
      db,
      clock,
      hub,
      outbox,
      listeners: [createWebhookListener({ publicUrl, timeZone }), createNoticeListener({ publicUrl, timeZone })],
      onGolfersOut: createGolfersOutListener({ publicUrl, timeZone }),
      log,
    }),
    responses: createTournamentResponses(db, clock, brotliQuality),
    seasons: createSeasons({ db, brotliQuality }),
    events: createEventLookup({ client, now }),
    setupSources: createSetupSources({ db, log, now, client, feedUrl: baseUrl, rankingUrl: config.rankingUrl }),
    summaries,
    scorecards: createScorecards({ db, summaries, now }),
  }
}

/** The pictures of a leaderboard are known before it is shown. */
function createLeaderboardBackend(db: Db, eventBus: EventBus, images: FeedImages | null): LeaderboardBackend {
  const remember = async ({ message }: StoredLeaderboard) =>
    images?.remember(message.golfersScores.map(({ logoImage }) => logoImage))
  return {
    async find(id) {
      const stored = await findLeaderboard(db, id)
      if (stored) await remember(stored)
      return stored
    },
    async save(id, stored) {
      await remember(stored)
      return saveLeaderboardIfActive(db, id, stored)
    },
    saveChecked: (id, at) => saveFeedChecked(db, id, at),
    publishToPeers: eventBus.publishToPeers,
  }
}

async function createServer(
  config: Config,
  shared: SharedState,
  services: Services,
  { log, webFolder }: { log: Log; webFolder: string },
): Promise<HttpServer> {
  const { publicUrl, signIn } = config
  const { hub, responses, authenticator, limiters, provider, branding } = services
  const observe = services.metrics?.observeRequest
  const xsrf = createXsrf({ keys: shared.secrets.xsrfKeys, publicUrl })
  const securityHeaders = createSecurityHeaders({
    publicUrl,
    authority: signIn.authority,
    feedImages: config.feed.images,
    styleHashes: toStyleHashes(branding),
  })
  const server = createHttpServer({
    publicUrl,
    securityHeaders,
    trustedProxies: config.http.trustedProxies,
    log,
    authenticator,
    xsrf,
    limiters,
    proxyWatch: services.proxyWatch,
    fastPath: createSnapshotFastPath({
      resources: [createPolledLeaderboard(hub), createPolledTournament(responses)],
      authenticator,
      limiter: limiters.reads,
      securityHeaders: securityHeaders.data,
      observe,
    }),
    observe,
  })
  const routes = collectRoutes(server)
  addClientConfigurationRoutes(server, { signIn, publicUrl, xsrf })
  addApiRoutes(server, config, shared, services, log)
  addOpenapiRoutes(server, routes)
  if (provider) await server.register(provider.plugin)
  else addExternalAccountRoutes(server, { signIn, publicUrl })
  const files = readWebFiles(webFolder, config.serviceWorker)
  brandFiles(files, branding, config.feed.images)
  const { db } = shared.database
  const findPage = createPreviewPages({
    files,
    poolName: branding.name,
    publicUrl,
    timeZone: config.timeZone,
    listTournaments: () => listTournaments(db),
    now: shared.clock.now,
    log,
  })
  addWebFiles(server, { files, findPage, xsrf })
  return server
}

function addApiRoutes(
  server: HttpServer,
  config: Config,
  { database, clock, eventBus, secrets }: SharedState,
  services: Services,
  log: Log,
): void {
  const { hub, streams, responses, events, scorecards, outbox, metrics, images, limiters, branding, pictures } =
    services
  const { publicUrl, feed, metricsToken } = config
  const { db } = database
  addHealthRoutes(server, { database, clock })
  addMetricsRoute(server, {
    guarded: metrics && metricsToken !== null ? { metrics, token: metricsToken } : undefined,
    readState: () => readPoolState({ db, clock, hub, streams }),
  })
  addUserRoutes(server)
  addHouseRulesRoute(server, branding)
  addTournamentRoutes(server, { db, responses })
  addStandingsRoutes(server, { db, clock, hub })
  addResultPictureRoutes(server, {
    pictures,
    hasPublicNames: config.branding.hasPublicNames,
    limiter: limiters.reads,
  })
  addVerificationRoutes(server, { db, events, feedUrl: feed.baseUrl })
  addTournamentSetupRoutes(server, { db, now: clock.now, events, sources: services.setupSources })
  addTournamentEditingRoutes(server, { editor: createTournamentEditor({ db, clock, events, eventBus }) })
  addEndingRoutes(server, { closer: createTournamentCloser({ db, clock, scorecards, eventBus, log }) })
  addEntryRoutes(server, { editor: createEntryEditor({ db, clock }) })
  addResultsRoutes(server, { db, clock })
  addSeasonRoutes(server, { seasons: services.seasons, editor: createSeasonEditor({ db, clock }) })
  addAuditMailRoutes(server, {
    sender: createAuditMailSender({ db, clock, outbox, auditKey: secrets.auditKey, timeZone: config.timeZone }),
  })
  addNotificationRoutes(server, {
    reminders: createReminders({ db, clock, outbox, publicUrl, timeZone: config.timeZone }),
    withdrawals: createWithdrawalNotifications({ db, clock, events, outbox, publicUrl, timeZone: config.timeZone }),
    results: createResultMails({ db, clock, outbox, mail: config.mail, publicUrl, name: branding.name }),
  })
  addWebhookRoutes(server, services.webhooks)
  addCalendarFileRoute(server, { db, publicUrl, timeZone: config.timeZone, poolName: branding.name })
  addNoticeRoutes(server, { settings: services.notices })
  addInvitationRoutes(server, {
    invitations: createInvitations({ db, clock, key: secrets.invitationKey, config }),
  })
  addLeaderboardRoutes(server, { db, hub, streams, scorecards, images })
  addFeedImageRoutes(server, { images, limiter: limiters.reads })
  addAdminRoutes(server, { db, clock, eventBus })
  addAuditLogRoutes(server, { db })
  addMergeRoutes(server, {
    merger: createUserMerger({ db, clock, eventBus, outbox, publicUrl, timeZone: config.timeZone }),
  })
}

/** A leaderboard event comes from another process, and everything else from this one as well. */
function subscribeToEvents({ database: { db }, eventBus }: SharedState, services: Services, log: Log): () => void {
  const { hub, feed, authenticator, responses, seasons, events, summaries, verifier } = services
  const logFailure = (error: unknown) => log.error({ err: error }, 'failed to handle an event')

  function clearCaches(): void {
    authenticator.clearCache()
    responses.clear()
    seasons.clear()
    events.clear()
    // Data of other servers stays in use until a refresh succeeds.
    expireSourceCopies(db).catch(logFailure)
    summaries.invalidate()
    verifier.invalidateKeys()
  }

  eventBus.onReconnect(() => {
    hub.resync().catch(logFailure)
    clearCaches()
    feed.refreshTarget().catch(logFailure)
  })
  return eventBus.subscribe((topic, subjectId) => {
    if (topic === 'leaderboard') hub.reload(subjectId, 'leaderboard').catch(logFailure)
    if (topic === 'feed-checked') hub.reload(subjectId, 'checked').catch(logFailure)
    if (topic === 'tournament') {
      feed.refreshTarget().catch(logFailure)
      services.pictures.prepare()
      services.poolEvents.nudge()
    }
    if (topic === 'users') seasons.clear()
    // 0: many users have changed, and nobody has been signed out.
    if (topic === 'users' && subjectId === 0) authenticator.clearCache()
    else if (topic === 'users') forgetUser(services, subjectId)
    if (topic === 'cache') {
      hub.clear()
      clearCaches()
      feed.refreshTarget().catch(logFailure)
    }
  })
}

/** Nobody trusts a token of this user any more without asking the database. */
function forgetUser({ authenticator, streams }: Pick<Services, 'authenticator' | 'streams'>, userId: number): void {
  authenticator.forget(userId)
  streams.endOf(userId)
}

/** Polls the feed while this process is the leader, sends heartbeats, and removes expired records. */
function startBackgroundWork(
  config: Config,
  { database: { db }, clock, secrets }: SharedState,
  services: Services,
  { log, retryMs }: Dependencies,
): { stop(): Promise<void> } {
  const { authenticator, feed, poolEvents, silenceWatch, streams, provider } = services
  const leading = {
    onElected(lease: Lease) {
      feed.start(lease)
      poolEvents.start()
    },
    onDemoted() {
      feed.stop()
      void poolEvents.stop()
    },
  }
  const election = electLeader(config.database, 'feed-polling', leading, log, toTiming(retryMs))
  const heartbeat = setInterval(() => {
    silenceWatch
      .check()
      .then(() => streams.sendHeartbeat(clock.now()))
      .catch((error: unknown) => log.warn({ err: error }, 'failed to send the stream heartbeat'))
  }, heartbeatMs)
  const beat = setInterval(() => void streams.sendBeat(), beatMs)
  // The start does not wait: the provider may come back.
  void services.verifier.checkProvider()
  const blocks = watchBlockedUsers({ db, onBlocked: (id) => forgetUser(services, id), log })
  const sweep = setInterval(() => {
    provider
      ?.removeExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to remove expired sign-in records'))
  }, sweepMs)
  const keys =
    provider &&
    watchSigningKeys({
      db,
      clock,
      initial: secrets.signingKeys,
      onChange(changed, hasRevoked) {
        provider.setSigningKeys(changed)
        if (!hasRevoked) return
        authenticator.clearCache()
        streams.endAll()
      },
      log,
    })
  return {
    async stop() {
      keys?.stop()
      clearInterval(heartbeat)
      clearInterval(beat)
      blocks.stop()
      clearInterval(sweep)
      await election.stop()
      await poolEvents.stop()
    },
  }
}

/** The other delays are those of the product. */
function toTiming(retryMs: number | undefined) {
  return retryMs === undefined ? {} : { retryMs }
}

const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
