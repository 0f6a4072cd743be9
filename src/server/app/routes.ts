import type { HouseRules } from '#contract/house-rules-contract.ts'
import { addFeedImageRoutes } from '#server/feed/images/feed-image-routes.ts'
import { createGolferWithdrawalMessages } from '#server/messages/notifications/golfer-withdrawals.ts'
import { createMessages } from '#server/messages/notifications/messages.ts'
import { addNotificationRoutes } from '#server/messages/notifications/notification-routes.ts'
import { addOrganiserMessageRoutes } from '#server/messages/notifications/organiser-message-routes.ts'
import { createReminders } from '#server/messages/notifications/reminders.ts'
import {
  createCancellationNotices,
  createResultNotification,
  createResultNotificationCount,
  createResults,
  type ResultNotification,
} from '#server/messages/notifications/results.ts'
import { createStartPreviews } from '#server/messages/notifications/start-preview.ts'
import { addWebhookRoutes } from '#server/messages/webhooks/webhook-routes.ts'
import { addMetricsRoute } from '#server/operations/metrics-routes.ts'
import { readPoolState } from '#server/operations/pool-state.ts'
import { brandFiles, toStyleHashes } from '#server/platform/branding/branded-files.ts'
import { addHealthRoutes } from '#server/platform/http/health-routes.ts'
import { createHttpServer, type HttpServer } from '#server/platform/http/http-server.ts'
import { createSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { addWebFiles, readWebFiles } from '#server/platform/http/web-files.ts'
import { createXsrf } from '#server/platform/http/xsrf.ts'
import type { Log } from '#server/platform/log/log.ts'
import { addOpenapiRoute } from '#server/platform/openapi/openapi-routes.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { addCalendarFileRoute } from '#server/pool/calendar-file/calendar-file-routes.ts'
import { createEntryEditor } from '#server/pool/entries/entry-editor.ts'
import { addEntryRoutes } from '#server/pool/entries/entry-routes.ts'
import { addEntryWithdrawalRoutes } from '#server/pool/entries/entry-withdrawal-routes.ts'
import { addHouseRulesRoute } from '#server/pool/house-rules/house-rules-routes.ts'
import { createPreviewPages } from '#server/pool/house-rules/preview-pages.ts'
import { addPaymentRoutes } from '#server/pool/payments/payment-routes.ts'
import { addTournamentRoutes } from '#server/pool/tournament-responses/tournament-routes.ts'
import { addTournamentEditingRoutes } from '#server/pool/tournament-setup/tournament-editing-routes.ts'
import { createTournamentEditor } from '#server/pool/tournament-setup/tournament-editor.ts'
import { addTournamentSetupRoutes } from '#server/pool/tournament-setup/tournament-setup-routes.ts'
import { addAuditMailRoutes } from '#server/proof/audit-mail/audit-mail-sender.ts'
import { addBundleRoutes } from '#server/proof/bundle-routes.ts'
import { addReceiptRoutes } from '#server/proof/receipt-routes.ts'
import { addBalanceRoutes } from '#server/results/balance-routes.ts'
import { addEndingRoutes } from '#server/results/ending-routes.ts'
import { addImportRoutes } from '#server/results/import/import-routes.ts'
import { addPrizeRoutes } from '#server/results/prize-routes.ts'
import { createPrizes } from '#server/results/prizes.ts'
import { addResultCorrectionRoutes } from '#server/results/result-correction-routes.ts'
import { createResultTexts } from '#server/results/result-texts.ts'
import { addResultsRoutes } from '#server/results/results-routes.ts'
import { listClosingPlaces } from '#server/results/results-store.ts'
import { addSeasonRoutes } from '#server/results/season/season-routes.ts'
import { addScoreCorrectionRoutes } from '#server/scores/corrections/score-correction-routes.ts'
import { addLeaderboardRoutes } from '#server/scores/leaderboard/leaderboard-routes.ts'
import { findTeeTimeChange } from '#server/scores/leaderboard/leaderboard-store.ts'
import { addScoreSheetRoutes } from '#server/scores/score-sheets/score-sheet-routes.ts'
import { addInvitationRoutes } from '#server/sign-in/invitations/invitation-routes.ts'
import { createInvitationRefusalPages } from '#server/sign-in/pages/invitation-refusal-pages.ts'
import { addClientConfigurationRoutes, addExternalAccountRoutes } from '#server/sign-in/sign-in-routes.ts'
import { addAccountRoutes } from '#server/user-administration/account-routes.ts'
import { addAdminRoutes } from '#server/user-administration/admin-routes.ts'
import { addAuditLogRoutes } from '#server/user-administration/audit-log-routes.ts'
import { addFriendGroupPeopleRoutes } from '#server/user-administration/friend-group-people-routes.ts'
import { addOrganiserLinkRoutes } from '#server/user-administration/organiser-link-routes.ts'
import { createUserMerger } from '#server/user-administration/user-merger.ts'
import { addUserRoutes } from '#server/users/user-routes.ts'
import type { Services } from './services.ts'
import type { SharedState } from './shared-state.ts'

export async function createServer(
  config: Config,
  shared: SharedState,
  services: Services,
  { log, webFolder, houseRules }: { log: Log; webFolder: string; houseRules: HouseRules | null },
): Promise<HttpServer> {
  const { publicUrl, signIn } = config
  const { authenticator, hub, limiters, provider, branding } = services
  const observe = services.metrics?.observeRequest
  const xsrf = createXsrf({ keys: shared.secrets.xsrfKeys, publicUrl })
  const securityHeaders = createSecurityHeaders(config, toStyleHashes(branding))
  const { trustedProxies } = config.http
  const server = createHttpServer({
    publicUrl,
    securityHeaders,
    trustedProxies,
    log,
    authenticator,
    xsrf,
    limiters,
    observe,
  })
  await addOpenapiRoute(server)
  addClientConfigurationRoutes(server, { signIn, publicUrl, xsrf })
  addApiRoutes(server, { config, shared, services, log })
  if (provider) await server.register(provider.plugin)
  else addExternalAccountRoutes(server, { signIn, publicUrl })
  const brand = { ...branding, isOutboundOff: config.outbound === 'off' }
  await server.register(createInvitationRefusalPages({ db: shared.database.db, clock: shared.clock, publicUrl, brand }))
  const files = readWebFiles(webFolder, config.serviceWorker)
  brandFiles(files, branding, {
    hasRules: houseRules !== null,
    feedImages: config.feed.images,
    isOutboundOff: config.outbound === 'off',
  })
  const { db } = shared.database
  addHouseRulesRoute(server, { db, rules: houseRules })
  const describeResult = createResultTexts({ db, findBoard: (id) => hub.findLatest(id) })
  const findPage = createPreviewPages(config, { db, files, describeResult, now: shared.clock.now, log })
  addWebFiles(server, { files, findPage, xsrf })
  return server
}

type Parts = { config: Config; shared: SharedState; services: Services; log: Log }

/** The routes of each room, from bottom to top. */
function addApiRoutes(server: HttpServer, parts: Parts): void {
  const { config, shared, services } = parts
  const { clock } = shared
  const { db } = shared.database
  const { publicUrl, timeZone } = config
  addFeedImageRoutes(server, { images: services.images, limiter: services.limiters.reads })
  addUserRoutes(server, { db, now: clock.now })
  addPoolRoutes(server, parts)
  addScoreRoutes(server, parts)
  addMessageRoutes(server, parts)
  // Results and user administration tell people of another result.
  const notifyOfResult = createResultNotification({ publicUrl, timeZone })
  addResultRoutes(server, parts, notifyOfResult)
  addProofRoutes(server, parts)
  const { outbox, branding } = services
  addInvitationRoutes(server, {
    db,
    clock,
    key: shared.secrets.invitationKey,
    config,
    outbox,
    name: branding.name,
  })
  addUserAdministrationRoutes(server, parts, notifyOfResult)
  addOperationsRoutes(server, parts)
}

function addPoolRoutes(server: HttpServer, { config, shared, services }: Parts): void {
  const { clock, eventBus } = shared
  const { db } = shared.database
  const { hub, outbox, events, receipts, responses, notifyOfStart } = services
  const { publicUrl, timeZone } = config
  addTournamentRoutes(server, { db, clock, responses })
  addTournamentSetupRoutes(server, {
    db,
    now: clock.now,
    events,
    sources: services.setupSources,
    sourceUrl: toScoreAddresses(config)[0] ?? '',
  })
  const editor = createTournamentEditor({ db, clock, eventBus, events, notifyOfStart })
  addTournamentEditingRoutes(server, { db, clock, eventBus, editor })
  addPaymentRoutes(server, { db, clock })
  addEntryRoutes(server, createEntryEditor({ db, clock, outbox, addReceipt: receipts.add }))
  addEntryWithdrawalRoutes(server, { db, clock, eventBus, outbox, publicUrl })
  addCalendarFileRoute(server, {
    db,
    clock,
    publicUrl,
    timeZone,
    poolName: services.branding.name,
    findScores: async (id) => (await hub.findLatest(id))?.message,
    findTeeTimeChange: (id, scores) => findTeeTimeChange(db, id, scores),
  })
}

function addScoreRoutes(server: HttpServer, { shared, services }: Parts): void {
  const { clock, eventBus } = shared
  const { db } = shared.database
  const { hub, streams, scorecards, images } = services
  addScoreSheetRoutes(server, { db, clock, eventBus })
  addScoreCorrectionRoutes(server, { db, clock, eventBus })
  addLeaderboardRoutes(server, { db, hub, streams, scorecards, images })
}

function addMessageRoutes(server: HttpServer, { config, shared, services }: Parts): void {
  const { clock } = shared
  const { db } = shared.database
  const { outbox, events, vapid } = services
  const { publicUrl, timeZone, mail } = config
  const hasMail = mail.kind === 'smtp'
  addOrganiserMessageRoutes(server, {
    messages: createMessages({
      db,
      clock,
      outbox,
      publicUrl,
      timeZone,
      hasMail,
      rateLimitFactor: config.http.rateLimitFactor,
    }),
    starts: createStartPreviews({ db, clock, timeZone, hasMail }),
    reminders: createReminders({ db, clock, outbox, publicUrl, timeZone, hasMail }),
    withdrawals: createGolferWithdrawalMessages({
      db,
      clock,
      outbox,
      publicUrl,
      timeZone,
      hasMail,
      events,
      sources: services.setupSources,
    }),
    results: createResults({
      db,
      clock,
      outbox,
      publicUrl,
      timeZone,
      mail,
      name: services.branding.name,
      hasPlaces: async (reader, id) => (await listClosingPlaces(reader, id)).length > 0,
    }),
  })
  addWebhookRoutes(server, services.webhooks)
  addNotificationRoutes(server, { db, clock, outbox, vapid, hasMail })
}

function addResultRoutes(
  server: HttpServer,
  { config, shared, services, log }: Parts,
  notifyOfResult: ResultNotification,
): void {
  const { publicUrl, timeZone } = config
  const { database, clock, eventBus } = shared
  const { db } = database
  const { hub, outbox, scorecards, seasons } = services
  const cancellation = createCancellationNotices({ publicUrl, timeZone, hasMail: config.mail.kind === 'smtp' })
  addEndingRoutes(server, { db, clock, eventBus, outbox, notifyOfResult, cancellation, scorecards, log })
  addResultCorrectionRoutes(server, {
    db,
    clock,
    eventBus,
    outbox,
    notifyOfResult,
    countNotified: createResultNotificationCount({ publicUrl, timeZone }),
    cancellation,
    showStored: (id) => hub.reload(id, 'leaderboard'),
  })
  addResultsRoutes(server, { db, clock, hub })
  const findPrizes = createPrizes()
  addPrizeRoutes(server, { db, clock, findPrizes })
  addBalanceRoutes(server, { db, seasons, findPrizes })
  addSeasonRoutes(server, { db, clock, seasons })
  addImportRoutes(server, { database, clock, eventBus })
}

function addProofRoutes(server: HttpServer, { config, shared, services }: Parts): void {
  const { clock } = shared
  const { db } = shared.database
  const { auditKey } = shared.secrets
  const { publicUrl, timeZone } = config
  const { hub, outbox, receipts } = services
  addBundleRoutes(server, { db, clock, hub, auditKey })
  addAuditMailRoutes(server, { db, clock, outbox, publicUrl, timeZone })
  addReceiptRoutes(server, { db, receipts, now: clock.now })
}

function addUserAdministrationRoutes(
  server: HttpServer,
  { config, shared, services }: Parts,
  notifyOfResult: ResultNotification,
): void {
  const { clock, eventBus } = shared
  const { db } = shared.database
  const { hub, outbox, backups, updates } = services
  const { publicUrl, timeZone } = config
  const hasPasswords = config.signIn.provider === 'embedded'
  const hasMail = config.mail.kind === 'smtp'
  const confirmsEmail = hasPasswords && hasMail
  addFriendGroupPeopleRoutes(server, { db, now: clock.now })
  const scoreAddresses = toScoreAddresses(config)
  const accounts = hasPasswords ? { confirmsEmail } : null
  addAdminRoutes(server, { db, clock, eventBus, hub, backups, updates, hasMail, scoreAddresses, accounts })
  addAuditLogRoutes(server, { db })
  addOrganiserLinkRoutes(server, { db, clock, publicUrl, confirmsEmail })
  addAccountRoutes(server, {
    db,
    clock,
    eventBus,
    outbox,
    publicUrl,
    merger: createUserMerger({ db, clock, eventBus, outbox, notifyOfResult, publicUrl, timeZone }),
    deletion: services.ownData.deletion,
    hasPasswords,
    confirmsEmail,
  })
}

function addOperationsRoutes(server: HttpServer, { config, shared, services }: Parts): void {
  const { database, clock } = shared
  const { metrics, hub, streams, backups } = services
  const { metricsToken } = config
  const feedAddresses = config.feed.addresses
  addHealthRoutes(server, { database, clock })
  addMetricsRoute(server, {
    guarded: metrics && metricsToken !== null ? { metrics, token: metricsToken } : undefined,
    readState: () => readPoolState({ database, clock, hub, streams, backups, feedAddresses }),
  })
}

/** The addresses that are asked for scores: those of the feed, or the one of a document. */
function toScoreAddresses({ feed }: Config): readonly string[] {
  return feed.scoresUrl === null ? feed.addresses : [feed.scoresUrl]
}
