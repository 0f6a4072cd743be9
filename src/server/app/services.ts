import { createMailChannel } from '#server/delivery/mail/mail-channel.ts'
import { createMailer, toMailTransport } from '#server/delivery/mail/mailer.ts'
import { createOutbox, type Outbox } from '#server/delivery/outbox/outbox.ts'
import { createSilentChannel } from '#server/delivery/outbox/outbox-channel.ts'
import { createPushChannel } from '#server/delivery/push/push-channel.ts'
import { createVapid, toVapidSubject } from '#server/delivery/push/vapid.ts'
import { createDocumentSource } from '#server/feed/document-source.ts'
import { createEspnClients } from '#server/feed/espn-client.ts'
import { createFeedAddresses } from '#server/feed/feed-addresses.ts'
import { createFeedSource } from '#server/feed/feed-source.ts'
import { createFeedImages, type FeedImages } from '#server/feed/images/feed-images.ts'
import { createPlayerSummaries } from '#server/feed/player-summary-cache.ts'
import { createSourceStatusRecorder } from '#server/feed/source-status.ts'
import { createFieldWatch } from '#server/messages/notifications/field-watch.ts'
import { createDeadDeviceEmails } from '#server/messages/notifications/notification-delivery.ts'
import {
  createNotificationListener,
  createStartNotification,
} from '#server/messages/notifications/notification-listener.ts'
import { createPoolEventWatch } from '#server/messages/pool-events/pool-event-watch.ts'
import { createWebhookChannel } from '#server/messages/webhooks/webhook-channel.ts'
import { createWebhookEditor } from '#server/messages/webhooks/webhook-editor.ts'
import { createWebhookListener } from '#server/messages/webhooks/webhook-listener.ts'
import { createNightlyBackups } from '#server/operations/backup/automatic-backups.ts'
import { createUpdateNotice } from '#server/operations/update-notice.ts'
import type { Branding } from '#server/platform/branding/branding.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from '#server/platform/http/rate-limiter.ts'
import type { Log } from '#server/platform/log/log.ts'
import { createVault, type Vault } from '#server/platform/secrets/vault.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { createTournamentResponses } from '#server/pool/tournament-responses/tournament-responses.ts'
import { createSetupSources } from '#server/pool/tournament-setup/setup-sources.ts'
import { createStartFollowing } from '#server/pool/tournament-setup/start-following.ts'
import type { StartNotification } from '#server/pool/tournament-setup/start-telling.ts'
import { createEventLookup } from '#server/pool/tournaments/event-lookup.ts'
import { createPicksSheetListener, findPicksSheet } from '#server/proof/picks-sheet.ts'
import { createReceipts } from '#server/proof/receipts.ts'
import { createSeasons } from '#server/results/season/seasons.ts'
import {
  createLeaderboardHub,
  type LeaderboardBackend,
  type LeaderboardHub,
} from '#server/scores/leaderboard/leaderboard-hub.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  saveFeedChecked,
  saveLeaderboardIfActive,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { createLeaderboardStreams } from '#server/scores/leaderboard/leaderboard-stream.ts'
import { createPickablePlayers } from '#server/scores/leaderboard/pickable-players.ts'
import { createScorecards } from '#server/scores/leaderboard/scorecards.ts'
import { createLeaderboardPoller, type Timers } from '#server/scores/polling/leaderboard-poller.ts'
import { createSilenceWatch } from '#server/scores/polling/silence-watch.ts'
import { createHandSource } from '#server/scores/score-sheets/hand-source.ts'
import { createEmbeddedProvider } from '#server/sign-in/embedded-provider.ts'
import { createAccountRequestChannel } from '#server/sign-in/pages/account-requests.ts'
import type { OwnData } from '#server/sign-in/pages/page-services.ts'
import { createAuthenticator } from '#server/sign-in/tokens/authenticator.ts'
import { createTokenVerifier } from '#server/sign-in/tokens/token-verifier.ts'
import { collectAccountData, collectPersonalData } from '#server/user-administration/personal-data/personal-data.ts'
import { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
import type { Dependencies, SharedState } from './shared-state.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

type Parts = { config: Config; shared: SharedState; branding: Branding; log: Log; limiters: Limiters; metrics: Metrics }
type Limiters = ReturnType<typeof createLimiters>
type Metrics = Awaited<ReturnType<typeof loadMetrics>>

/** The services shared by routes, event handlers and background work, room by room from bottom to top. */
export async function createServices(config: Config, shared: SharedState, branding: Branding, { log }: Dependencies) {
  const { database, clock } = shared
  const { db } = database
  const { publicUrl, timeZone } = config
  const limiters = createLimiters(config, shared)
  const metrics = await loadMetrics(config)
  const parts: Parts = { config, shared, branding, log, limiters, metrics }
  const delivery = createDelivery(parts)
  const { outbox } = delivery
  const feedServices = createFeedServices(parts)
  const notifyOfStart = createStartNotification({ publicUrl, timeZone })
  const pool = createPoolServices(parts, feedServices)
  const scores = createScoreServices(parts, { ...feedServices, notifyOfStart })
  const ownData = {
    collectPersonalData,
    collectAccountData,
    deletion: createUserDeletion({ db, clock, config, eventBus: shared.eventBus, outbox }),
  }
  return {
    metrics,
    branding,
    limiters,
    outbox,
    vapid: delivery.vapid,
    images: feedServices.images,
    summaries: feedServices.summaries,
    ...pool,
    ...scores,
    notifyOfStart,
    ...createMessageServices(parts, { ...pool, hub: scores.hub, outbox, webhookVault: delivery.webhookVault }),
    seasons: createSeasons(db),
    receipts: createReceipts({
      auditKey: shared.secrets.auditKey,
      publicUrl,
      timeZone,
      poolName: branding.name,
      hasMail: config.mail.kind === 'smtp',
    }),
    ownData,
    ...(await createSignInServices(parts, { outbox, ownData })),
    backups: createNightlyBackups({ config, db, log, now: clock.now }),
    updates:
      config.updateUrl === null ? null : createUpdateNotice({ db, log, now: clock.now, address: config.updateUrl }),
  }
}

function createLimiters({ http }: Config, { database, clock }: SharedState) {
  return {
    reads: createMemoryRateLimiter(clock, http.rateLimitFactor),
    writes: createDatabaseRateLimiter(database.db, clock, http.rateLimitFactor),
  }
}

/** Loaded on demand: the packages are a twentieth of the modules of a start, and few installations use them. */
async function loadMetrics({ metricsToken }: Config) {
  if (metricsToken === null) return undefined
  const { createMetrics } = await import('#server/operations/metrics.ts')
  return createMetrics()
}

/** The outbox with its channels. */
function createDelivery({ config, shared, branding, log, limiters }: Parts) {
  const { database, clock, secrets } = shared
  const { db } = database
  const { publicUrl } = config
  const webhookVault = createVault(secrets.webhookKey, '', 'webhook')
  const vapid = createVapid({ key: secrets.pushKey, subject: toVapidSubject(config), clock })
  const mailer = createMailer(toMailTransport(config), config.dataFolder, branding)
  const remote = [
    createWebhookChannel({ db, clock, vault: webhookVault, publicUrl, name: branding.name }),
    createPushChannel({
      db,
      clock,
      vapid,
      log,
      hasEntered: async (user) => (await findEntryOfUser(db, user)) !== undefined,
      onDeviceGone: createDeadDeviceEmails({ publicUrl, clock }),
    }),
  ]
  const outbox: Outbox = createOutbox({
    db,
    channels: [
      createAccountRequestChannel({ db, clock, limiter: limiters.writes, config, wake: () => outbox.wake() }),
      createMailChannel(mailer, (tournamentId) => findPicksSheet(db, { clock }, tournamentId)),
      ...(config.outbound === 'off' ? remote.map((channel) => createSilentChannel(channel, log)) : remote),
    ],
    clock,
    log,
  })
  return { outbox, vapid, webhookVault }
}

/** The addresses of the feed, and what is read there: the scores, or those of a document, rounds of golfers and pictures. */
function createFeedServices({ config, shared, log }: Parts) {
  const { db } = shared.database
  const { now } = shared.clock
  const { userAgent, timeoutMs: deadlineMs, intervalMs, imageUrl, scoresUrl, scoresToken } = config.feed
  const openClient = createEspnClients({ now, userAgent, deadlineMs })
  const feedAddresses = createFeedAddresses({ db, log, now, addresses: config.feed.addresses, openClient })
  return {
    feedAddresses,
    automatic:
      scoresUrl === null
        ? createFeedSource(feedAddresses)
        : createDocumentSource({ url: scoresUrl, token: scoresToken, userAgent, now, deadlineMs }),
    summaries: createPlayerSummaries({ feed: feedAddresses, ttlMs: intervalMs, now }),
    images: config.feed.images === 'proxy' ? createFeedImages({ db, log, now, origin: imageUrl, userAgent }) : null,
  }
}

type FeedServices = ReturnType<typeof createFeedServices>

function createPoolServices({ config, shared, log }: Parts, { feedAddresses, automatic }: FeedServices) {
  const { database, clock } = shared
  const { db } = database
  const { now } = clock
  const { addresses, userAgent } = config.feed
  return {
    events: createEventLookup({ source: automatic, now }),
    setupSources: createSetupSources({
      db,
      log,
      now,
      feed: feedAddresses,
      addresses,
      userAgent,
      rankingUrl: config.rankingUrl,
    }),
    responses: createTournamentResponses(db, clock, createPickablePlayers(db)),
  }
}

/** From the feed, or what organisers type instead of it, to the boards that viewers get. */
function createScoreServices(
  { config, shared, log, metrics }: Parts,
  { automatic, images, summaries, notifyOfStart }: FeedServices & { notifyOfStart: StartNotification },
) {
  const { database, clock, eventBus } = shared
  const { db } = database
  const { now } = clock
  const { intervalMs, scoresUrl } = config.feed
  const hub = createLeaderboardHub(createLeaderboardBackend(db, eventBus, images))
  return {
    hub,
    streams: createLeaderboardStreams(hub),
    silenceWatch: createSilenceWatch({ db, hub, intervalMs, clock }),
    feed: createLeaderboardPoller({
      db,
      source: createHandSource({ db, now, automatic }),
      hub,
      status: createSourceStatusRecorder({ db, log, isDocument: scoresUrl !== null }),
      intervalMs,
      clock,
      timers: nodeTimers,
      random: Math.random,
      followStart: createStartFollowing({ db, clock, notifyOfStart, eventBus }),
      onFault: metrics?.countFeedFault,
      log,
    }),
    scorecards: createScorecards({ db, summaries, now }),
  }
}

type MessageOptions = ReturnType<typeof createPoolServices> & {
  hub: LeaderboardHub
  outbox: Outbox
  webhookVault: Vault
}

function createMessageServices(
  { config, shared, branding, log }: Parts,
  { hub, outbox, events, setupSources, webhookVault }: MessageOptions,
) {
  const { database, clock, eventBus } = shared
  const { db } = database
  const { publicUrl, timeZone } = config
  const { alertMinutes, scoresUrl } = config.feed
  return {
    webhooks: createWebhookEditor({ db, clock, outbox, vault: webhookVault, publicUrl, timeZone, name: branding.name }),
    poolEvents: createPoolEventWatch({
      db,
      clock,
      hub,
      outbox,
      // Each adds the messages of one channel.
      listeners: [
        createWebhookListener({ publicUrl, timeZone }),
        createNotificationListener({ publicUrl, timeZone }),
        createPicksSheetListener({ clock, publicUrl, timeZone }),
      ],
      alertAfterMs: alertMinutes * 60_000,
      checkField: createFieldWatch({
        db,
        clock,
        eventBus,
        events,
        hub,
        log,
        publicUrl,
        timeZone,
        sources: setupSources,
        isDocument: scoresUrl !== null,
      }),
      log,
    }),
  }
}

/** The embedded provider, unless people sign in elsewhere, and what checks the tokens of either. */
async function createSignInServices(
  { config, shared, branding, log, limiters, metrics }: Parts,
  { outbox, ownData }: { outbox: Outbox; ownData: OwnData },
) {
  const { database, clock } = shared
  const { signIn } = config
  const provider =
    signIn.provider === 'embedded'
      ? await createEmbeddedProvider({
          ...shared,
          config,
          outbox,
          limiter: limiters.writes,
          log,
          branding,
          ownData,
          onSignInFailure: metrics?.countSignInFailure,
        })
      : undefined
  const verifier = createTokenVerifier({
    signIn,
    ...(provider && { localKeys: provider.publicKeys }),
    clock,
    log,
    onRefused: metrics?.countRefusedToken,
  })
  return { provider, verifier, authenticator: createAuthenticator({ db: database.db, verifier, clock }) }
}

/** Stores the picture addresses of a leaderboard before it is shown. */
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

const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
