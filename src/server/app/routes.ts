import type { HouseRules } from '#contract/house-rules-contract.ts'
import { addFeedImageRoutes } from '#server/feed/images/feed-image-routes.ts'
import { createMessages } from '#server/messages/notifications/messages.ts'
import { addNotificationRoutes } from '#server/messages/notifications/notification-routes.ts'
import { addOrganiserMessageRoutes } from '#server/messages/notifications/organiser-message-routes.ts'
import { createReminders } from '#server/messages/notifications/reminders.ts'
import { createResultAnnouncement, createResults } from '#server/messages/notifications/results.ts'
import { createWithdrawals } from '#server/messages/notifications/withdrawals.ts'
import { addWebhookRoutes } from '#server/messages/webhooks/webhook-routes.ts'
import { addMetricsRoute } from '#server/operations/metrics-routes.ts'
import { readPoolState } from '#server/operations/pool-state.ts'
import { brandFiles, toStyleHashes } from '#server/platform/branding/branded-files.ts'
import { addBrandingRoutes } from '#server/platform/branding/branding-routes.ts'
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
import { createReceipts } from '#server/proof/receipts.ts'
import { addEndingRoutes } from '#server/results/ending-routes.ts'
import { addImportRoute } from '#server/results/import/import-routes.ts'
import { addResultCorrectionRoutes } from '#server/results/result-correction-routes.ts'
import { createResultTexts } from '#server/results/result-texts.ts'
import { addResultsRoutes } from '#server/results/results-routes.ts'
import { listClosingPlaces } from '#server/results/results-store.ts'
import { addSeasonRoutes } from '#server/results/season/season-routes.ts'
import { addCorrectionRoutes } from '#server/scores/corrections/correction-routes.ts'
import { addLeaderboardRoutes } from '#server/scores/leaderboard/leaderboard-routes.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { addScoreSheetRoutes } from '#server/scores/score-sheets/score-sheet-routes.ts'
import { addInvitationRoutes } from '#server/sign-in/invitations/invitation-routes.ts'
import { addClientConfigurationRoutes, addExternalAccountRoutes } from '#server/sign-in/sign-in-routes.ts'
import { addAccountRoutes } from '#server/user-administration/account-routes.ts'
import { addAdminRoutes } from '#server/user-administration/admin-routes.ts'
import { addAuditLogRoutes } from '#server/user-administration/audit-log-routes.ts'
import { addGroupPeopleRoutes } from '#server/user-administration/group-people-routes.ts'
import { addOrganiserLinkRoutes } from '#server/user-administration/organiser-link-routes.ts'
import { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
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
  const { hub, provider, branding } = services
  const observe = services.metrics?.observeRequest
  const xsrf = createXsrf({ keys: shared.secrets.xsrfKeys, publicUrl })
  const securityHeaders = createSecurityHeaders(config, toStyleHashes(branding))
  const { trustedProxies } = config.http
  const server = createHttpServer({ ...services, publicUrl, securityHeaders, trustedProxies, log, xsrf, observe })
  await addOpenapiRoute(server)
  addClientConfigurationRoutes(server, { signIn, publicUrl, xsrf })
  addApiRoutes(server, config, shared, services, log)
  if (provider) await server.register(provider.plugin)
  else addExternalAccountRoutes(server, { signIn, publicUrl })
  const files = readWebFiles(webFolder, config.serviceWorker)
  brandFiles(files, branding, {
    hasRules: houseRules !== null,
    feedImages: config.feed.images,
    isOutboundOff: config.outbound === 'off',
  })
  const { db } = shared.database
  addHouseRulesRoute(server, { db, rules: houseRules })
  addBrandingRoutes(server, { files })
  const describeResult = createResultTexts({ db, findBoard: (id) => hub.findLatest(id) })
  const findPage = createPreviewPages(config, { db, files, describeResult, now: shared.clock.now, log })
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
  const { hub, streams, responses, events, scorecards, outbox, metrics, images, limiters, branding } = services
  const { announceStart, vapid } = services
  const { publicUrl, feed, metricsToken } = config
  const { db } = database
  const hasMail = config.mail.kind === 'smtp'
  const hasPasswords = config.signIn.provider === 'embedded'
  const confirmsEmail = hasPasswords && hasMail
  const scoreAddresses = feed.scoresUrl === null ? feed.addresses : [feed.scoresUrl]
  addHealthRoutes(server, { database, clock })
  addMetricsRoute(server, {
    guarded: metrics && metricsToken !== null ? { metrics, token: metricsToken } : undefined,
    readState: () => readPoolState({ database, clock, ...services, feedAddresses: feed.addresses }),
  })
  addUserRoutes(server, { db, now: clock.now })
  addGroupPeopleRoutes(server, { db, now: clock.now })
  addTournamentRoutes(server, { db, clock, responses })
  addTournamentSetupRoutes(server, {
    db,
    now: clock.now,
    events,
    sources: services.setupSources,
    sourceUrl: scoreAddresses[0] ?? '',
  })
  const announcement = createResultAnnouncement({ publicUrl, timeZone: config.timeZone })
  const editing = { db, clock, eventBus, outbox, announcement, publicUrl, timeZone: config.timeZone }
  const editor = createTournamentEditor({ ...editing, events, announceStart })
  addTournamentEditingRoutes(server, { ...editing, editor })
  addEndingRoutes(server, { ...editing, scorecards, log })
  addResultCorrectionRoutes(server, { ...editing, showStored: (id) => hub.reload(id, 'leaderboard') })
  addScoreSheetRoutes(server, editing)
  addResultsRoutes(server, { db, clock, hub })
  addBundleRoutes(server, { db, clock, hub, auditKey: secrets.auditKey })
  addPaymentRoutes(server, editing)
  addSeasonRoutes(server, { ...editing, seasons: services.seasons })
  addAuditMailRoutes(server, { ...editing, auditKey: secrets.auditKey })
  const receipts = createReceipts({ ...editing, auditKey: secrets.auditKey, poolName: branding.name, hasMail })
  addReceiptRoutes(server, { db, receipts, now: clock.now })
  addEntryRoutes(server, createEntryEditor({ ...editing, addReceipt: receipts.add }))
  addEntryWithdrawalRoutes(server, editing)
  addOrganiserMessageRoutes(server, {
    messages: createMessages({ ...editing, rateLimitFactor: config.http.rateLimitFactor }),
    reminders: createReminders(editing),
    withdrawals: createWithdrawals({ ...editing, events, sources: services.setupSources }),
    results: createResults({
      ...editing,
      mail: config.mail,
      name: branding.name,
      hasPlaces: async (reader, id) => (await listClosingPlaces(reader, id)).length > 0,
    }),
  })
  addCorrectionRoutes(server, editing)
  addWebhookRoutes(server, services.webhooks)
  addCalendarFileRoute(server, {
    db,
    publicUrl,
    timeZone: config.timeZone,
    poolName: branding.name,
    findEvent: async (id) => (await findLeaderboard(db, id))?.message.event,
  })
  addNotificationRoutes(server, { db, clock, outbox, vapid, hasMail })
  addInvitationRoutes(server, { db, clock, key: secrets.invitationKey, config })
  addLeaderboardRoutes(server, { db, hub, streams, scorecards, images })
  addFeedImageRoutes(server, { images, limiter: limiters.reads })
  addAdminRoutes(server, { db, clock, eventBus, ...services, scoreAddresses })
  addImportRoute(server, { database, clock })
  addAuditLogRoutes(server, { db })
  addOrganiserLinkRoutes(server, { ...editing, confirmsEmail })
  const [merger, deletion] = [createUserMerger(editing), createUserDeletion({ ...editing, config })]
  addAccountRoutes(server, { ...editing, merger, deletion, hasPasswords, confirmsEmail })
}
