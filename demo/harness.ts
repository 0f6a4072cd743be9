// biome-ignore-all lint/performance/noBarrelFile: tests import it instead of many modules, which a build has no more.
/**
 * The entry of the build for tests and benchmarks of the whole product (`#built/harness.mjs`): with it, they run the code
 * that ships, and not the sources that it is made of. It is no part of a release.
 */
export { transferUserData } from '#server/admin/merge-store.ts'
export { blockUser, unblockUser } from '#server/admin/user-blocking-store.ts'
export { createApp } from '#server/app/app.ts'
export { addAuditEntry, listAuditEntries } from '#server/audit-log/audit-log-store.ts'
export { createAuditMailSender } from '#server/audit-mail/audit-mail-sender.ts'
export { makeBackup } from '#server/backup/backup.ts'
export { saveNightlyBackup } from '#server/backup/nightly-backup-store.ts'
export { restoreBackup } from '#server/backup/restore.ts'
export { productName } from '#server/branding/branding.ts'
export { BundleError } from '#server/bundle/verification/bundle-reading.ts'
export { verifyBundle } from '#server/bundle/verification/bundle-verification.ts'
export { readConfig } from '#server/config.ts'
export { parseCsv } from '#server/csv/csv-parser.ts'
export { ClockChangedError, createSystemClock } from '#server/db/clock.ts'
export { inTransaction, openDatabase } from '#server/db/database.ts'
export { openEventBus } from '#server/db/event-bus.ts'
export { migrate } from '#server/db/migrate.ts'
export { openMigratedDatabase } from '#server/db/migrated-database.ts'
export { listTables } from '#server/db/table-restore.ts'
export { createEntryEditor } from '#server/entries/entry-editor.ts'
export { addEntry, listEntries } from '#server/entries/entry-store.ts'
export { setWithdrawal } from '#server/entries/entry-withdrawal-store.ts'
export { addCorrection, endCorrection, listCorrections } from '#server/feed/correction-store.ts'
export { createDocumentSource } from '#server/feed/document-source.ts'
export { toField } from '#server/feed/espn-field.ts'
export { parseLeaderboard } from '#server/feed/espn-leaderboard.ts'
export { findCurrentFault, saveSourceStatus } from '#server/feed/source-status-store.ts'
export { policyTable } from '#server/http/policy-table.ts'
export { createMemoryRateLimiter } from '#server/http/rate-limiter.ts'
export { createSecurityHeaders, toResponseKind } from '#server/http/security-headers.ts'
export { createAccount } from '#server/identity/accounts/account-creation.ts'
export { findAccountByEmail, lockAccount } from '#server/identity/accounts/account-store.ts'
export {
  addConnectedSignIn,
  listConnectedSignIns,
  passkeyIssuer,
} from '#server/identity/accounts/connected-sign-in-store.ts'
export { replaceSetupLink } from '#server/identity/accounts/first-admin.ts'
export { createCode } from '#server/identity/accounts/one-time-code-store.ts'
export { findPasswordError } from '#server/identity/accounts/password-rules.ts'
export {
  addSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
} from '#server/identity/accounts/second-factor-store.ts'
export { createEmbeddedProvider } from '#server/identity/embedded-provider.ts'
export { createAccountRequestChannel } from '#server/identity/pages/account-requests.ts'
export { collectPersonalData } from '#server/identity/personal-data/personal-data.ts'
export { removeUnconfirmedAccounts } from '#server/identity/personal-data/unconfirmed-account-store.ts'
export { createUserDeletion } from '#server/identity/personal-data/user-deletion.ts'
export { anonymiseUser } from '#server/identity/personal-data/user-deletion-store.ts'
export { connectionClaim, saveRecord } from '#server/identity/provider/provider-store.ts'
export { addSigningKey, findSigningKeys, loadSecrets } from '#server/identity/provider/secrets-store.ts'
export { createTokenVerifier } from '#server/identity/tokens/token-verifier.ts'
export { importResults } from '#server/import/results-import.ts'
export { createLog } from '#server/log.ts'
export { addMail } from '#server/mail/mail.ts'
export { createMailChannel } from '#server/mail/mail-channel.ts'
export { createMailer, sendTestMail } from '#server/mail/mailer.ts'
export { createOutbox } from '#server/outbox/outbox.ts'
export { addMessages } from '#server/outbox/outbox-store.ts'
export { addPushes, listDevices, saveSubscription } from '#server/push/push-store.ts'
export { createReceipts } from '#server/receipts/receipts.ts'
export { saveResults } from '#server/results/results-store.ts'
export { addReceiptKey } from '#server/seal/receipt-key-store.ts'
export { deriveSalt } from '#server/seal/sealed-content.ts'
export { sha256Hex } from '#server/sha256.ts'
export { explainStartupError } from '#server/startup-error.ts'
export { expireSourceCopies } from '#server/tournament-setup/source-copy-store.ts'
export { createStartFollowing } from '#server/tournament-setup/start-following.ts'
export { addLockedChange, listLockedChanges } from '#server/tournaments/locked-change-store.ts'
export { observeStart } from '#server/tournaments/tournament-start.ts'
export {
  addTournament,
  bumpTournamentVersion,
  deleteTournament,
  findTournament,
  listPlayers,
  listTournaments,
  lockTournament,
} from '#server/tournaments/tournament-store.ts'
export { createMessages } from '#server/user-notifications/messages.ts'
export { createStartAnnouncement } from '#server/user-notifications/notification-listener.ts'
export { listRecipients, saveSettings } from '#server/user-notifications/notification-store.ts'
export { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
export { findUser, listOrganiserAddresses, lockUser, setRole } from '#server/users/user-store.ts'
export { version } from '#server/version.ts'
export { toRecipient } from '#server/webhooks/webhook-store.ts'
export { rotateKeys } from '../scripts/admin/account-commands.ts'
export { describeFinding, diagnose } from '../scripts/admin/doctor/diagnose.ts'
export { checkCertificate } from '../scripts/admin/doctor/network-checks.ts'
export { runAdmin } from '../scripts/admin/run-admin.ts'
export { demoPeople } from './demo-people.ts'
export { addPool, addRivals, bootApp, demoTiebreakers } from './pool-harness.ts'
