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
import { createVault } from '#server/platform/secrets/vault.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { createTournamentResponses } from '#server/pool/tournament-responses/tournament-responses.ts'
import { createSetupSources } from '#server/pool/tournament-setup/setup-sources.ts'
import { createStartFollowing } from '#server/pool/tournament-setup/start-following.ts'
import { createEventLookup } from '#server/pool/tournaments/event-lookup.ts'
import { createSheetListener, findSheet } from '#server/proof/picks-sheet.ts'
import { createReceipts } from '#server/proof/receipts.ts'
import { createSeasons } from '#server/results/season/seasons.ts'
import { createLeaderboardHub, type LeaderboardBackend } from '#server/scores/leaderboard/leaderboard-hub.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  saveFeedChecked,
  saveLeaderboardIfActive,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { createLeaderboardStreams } from '#server/scores/leaderboard/leaderboard-stream.ts'
import { createRecordedPlayers } from '#server/scores/leaderboard/recorded-players.ts'
import { createScorecards } from '#server/scores/leaderboard/scorecards.ts'
import { createLeaderboardPoller, type Timers } from '#server/scores/polling/leaderboard-poller.ts'
import { createSilenceWatch } from '#server/scores/polling/silence-watch.ts'
import { createHandSource } from '#server/scores/score-sheets/hand-source.ts'
import { createEmbeddedProvider } from '#server/sign-in/embedded-provider.ts'
import { createAccountRequestChannel } from '#server/sign-in/pages/account-requests.ts'
import { createAuthenticator } from '#server/sign-in/tokens/authenticator.ts'
import { createTokenVerifier } from '#server/sign-in/tokens/token-verifier.ts'
import { collectAccountData, collectPersonalData } from '#server/user-administration/personal-data/personal-data.ts'
import { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
import type { Dependencies, SharedState } from './shared-state.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/** The services shared by routes, event handlers and background work. */
export async function createServices(config: Config, shared: SharedState, branding: Branding, { log }: Dependencies) {
  const { database, clock, eventBus, secrets } = shared
  const { db } = database
  const { now } = clock
  const { publicUrl, timeZone } = config
  const webhookVault = createVault(secrets.webhookKey, '', 'webhook')
  const vapid = createVapid({ key: secrets.pushKey, subject: toVapidSubject(config), clock })
  const limiters = {
    reads: createMemoryRateLimiter(clock, config.http.rateLimitFactor),
    writes: createDatabaseRateLimiter(db, clock, config.http.rateLimitFactor),
  }
  const mail = createMailChannel(createMailer(toMailTransport(config), config.dataFolder, branding.name), (id) =>
    findSheet(db, { clock }, id),
  )
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
      mail,
      ...(config.outbound === 'off' ? remote.map((channel) => createSilentChannel(channel, log)) : remote),
    ],
    clock,
    log,
  })
  // Its packages are a twentieth of the modules of a start, and few installations use them.
  const metrics =
    config.metricsToken === null ? undefined : (await import('#server/operations/metrics.ts')).createMetrics()
  const onSignInFailure = metrics?.countSignInFailure
  const ownData = {
    collectPersonalData,
    collectAccountData,
    deletion: createUserDeletion({ db, clock, config, eventBus, outbox }),
  }
  const embedded = { ...shared, config, outbox, limiter: limiters.writes, log, branding, ownData, onSignInFailure }
  const provider = config.signIn.provider === 'embedded' ? await createEmbeddedProvider(embedded) : undefined
  const localKeys = provider && { localKeys: provider.publicKeys }
  const onRefused = metrics?.countRefusedToken
  const verifier = createTokenVerifier({ signIn: config.signIn, ...localKeys, clock, log, onRefused })
  const { addresses, userAgent, intervalMs, timeoutMs: deadlineMs, imageUrl } = config.feed
  const images = config.feed.images === 'proxy' ? createFeedImages({ db, log, now, origin: imageUrl, userAgent }) : null
  const hub = createLeaderboardHub(createLeaderboardBackend(db, eventBus, images))
  const openClient = createEspnClients({ now, userAgent, deadlineMs })
  const feed = createFeedAddresses({ db, log, now, addresses, openClient })
  const { scoresUrl: url, scoresToken: token } = config.feed
  const automatic =
    url === null ? createFeedSource(feed) : createDocumentSource({ url, token, userAgent, now, deadlineMs })
  const events = createEventLookup({ source: automatic, now })
  const setupSources = createSetupSources({ db, log, now, feed, addresses, userAgent, rankingUrl: config.rankingUrl })
  const notifyOfStart = createStartNotification({ publicUrl, timeZone })
  const summaries = createPlayerSummaries({ feed, ttlMs: intervalMs, now })
  return {
    metrics,
    branding,
    outbox,
    notifyOfStart,
    vapid,
    limiters,
    images,
    provider,
    verifier,
    authenticator: createAuthenticator({ db, verifier, clock }),
    hub,
    streams: createLeaderboardStreams(hub),
    silenceWatch: createSilenceWatch({ db, hub, intervalMs, clock }),
    feed: createLeaderboardPoller({
      db,
      source: createHandSource({ db, now, automatic }),
      hub,
      status: createSourceStatusRecorder({ db, log, isDocument: url !== null }),
      intervalMs,
      clock,
      timers: nodeTimers,
      random: Math.random,
      followStart: createStartFollowing({ db, clock, notifyOfStart, eventBus }),
      onFault: metrics?.countFeedFault,
      log,
    }),
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
        createSheetListener({ clock, publicUrl, timeZone }),
      ],
      alertAfterMs: config.feed.alertMinutes * 60_000,
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
        isDocument: url !== null,
      }),
      log,
    }),
    ownData,
    receipts: createReceipts({
      auditKey: secrets.auditKey,
      publicUrl,
      timeZone,
      poolName: branding.name,
      hasMail: config.mail.kind === 'smtp',
    }),
    responses: createTournamentResponses(db, clock, createRecordedPlayers(db)),
    seasons: createSeasons(db),
    events,
    setupSources,
    backups: createNightlyBackups({ config, db, log, now }),
    updates: config.updateUrl === null ? null : createUpdateNotice({ db, log, now, address: config.updateUrl }),
    summaries,
    scorecards: createScorecards({ db, summaries, now }),
  }
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
