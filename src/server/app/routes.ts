import { addAccountRoutes } from '../admin/account-routes.ts'
import { addAdminRoutes } from '../admin/admin-routes.ts'
import { addGroupPeopleRoutes } from '../admin/group-people-routes.ts'
import { addOrganiserLinkRoutes } from '../admin/organiser-link-routes.ts'
import { createUserMerger } from '../admin/user-merger.ts'
import { addAuditLogRoutes } from '../audit-log/audit-log-routes.ts'
import { addAuditMailRoutes } from '../audit-mail/audit-mail-sender.ts'
import { brandFiles, toStyleHashes } from '../branding/branded-files.ts'
import { addBrandingRoutes } from '../branding/branding-routes.ts'
import { createPreviewPages } from '../branding/preview-pages.ts'
import { addBundleRoutes } from '../bundle/bundle-routes.ts'
import { addCalendarFileRoute } from '../calendar-file/calendar-file-routes.ts'
import type { Config } from '../config.ts'
import { addCorrectionRoutes } from '../corrections/correction-routes.ts'
import { createEntryEditor } from '../entries/entry-editor.ts'
import { addEntryRoutes } from '../entries/entry-routes.ts'
import { addEntryWithdrawalRoutes } from '../entries/entry-withdrawal-routes.ts'
import { addFeedImageRoutes } from '../feed-images/feed-image-routes.ts'
import { addHealthRoutes } from '../http/health-routes.ts'
import { createHttpServer, type HttpServer } from '../http/http-server.ts'
import { createSecurityHeaders } from '../http/security-headers.ts'
import { addWebFiles, readWebFiles } from '../http/web-files.ts'
import { createXsrf } from '../http/xsrf.ts'
import { addInvitationRoutes } from '../identity/invitations/invitation-routes.ts'
import { createUserDeletion } from '../identity/personal-data/user-deletion.ts'
import { addClientConfigurationRoutes, addExternalAccountRoutes } from '../identity/sign-in-routes.ts'
import { addImportRoute } from '../import/import-routes.ts'
import { addLeaderboardRoutes } from '../leaderboard/leaderboard-routes.ts'
import type { Log } from '../log.ts'
import { addMetricsRoute } from '../metrics/metrics-routes.ts'
import { readPoolState } from '../metrics/pool-state.ts'
import { addOpenapiRoute } from '../openapi/openapi-routes.ts'
import { addPaymentRoutes } from '../payments/payment-routes.ts'
import { addReceiptRoutes } from '../receipts/receipt-routes.ts'
import { createReceipts } from '../receipts/receipts.ts'
import { addEndingRoutes } from '../results/ending-routes.ts'
import { addResultCorrectionRoutes } from '../results/result-correction-routes.ts'
import { createResultTexts } from '../results/result-texts.ts'
import { addResultsRoutes } from '../results/results-routes.ts'
import { addScoreSheetRoutes } from '../score-sheets/score-sheet-routes.ts'
import { addSeasonRoutes } from '../season/season-routes.ts'
import { addTournamentRoutes } from '../tournament-responses/tournament-routes.ts'
import { addTournamentEditingRoutes } from '../tournament-setup/tournament-editing-routes.ts'
import { createTournamentEditor } from '../tournament-setup/tournament-editor.ts'
import { addTournamentSetupRoutes } from '../tournament-setup/tournament-setup-routes.ts'
import { createMessages } from '../user-notifications/messages.ts'
import { addNotificationRoutes } from '../user-notifications/notification-routes.ts'
import { addOrganiserMessageRoutes } from '../user-notifications/organiser-message-routes.ts'
import { createReminders } from '../user-notifications/reminders.ts'
import { createResultAnnouncement, createResults } from '../user-notifications/results.ts'
import { createWithdrawals } from '../user-notifications/withdrawals.ts'
import { addUserRoutes } from '../users/user-routes.ts'
import { addWebhookRoutes } from '../webhooks/webhook-routes.ts'
import type { Services } from './services.ts'
import type { SharedState } from './shared-state.ts'

export async function createServer(
  config: Config,
  shared: SharedState,
  services: Services,
  { log, webFolder }: { log: Log; webFolder: string },
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
  brandFiles(files, branding, { feedImages: config.feed.images, isOutboundOff: config.outbound === 'off' })
  const { db } = shared.database
  addBrandingRoutes(server, { rules: branding.rules, db, files })
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
    results: createResults({ ...editing, mail: config.mail, name: branding.name }),
  })
  addCorrectionRoutes(server, editing)
  addWebhookRoutes(server, services.webhooks)
  addCalendarFileRoute(server, { db, publicUrl, timeZone: config.timeZone, poolName: branding.name })
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
