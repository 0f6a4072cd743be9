// biome-ignore-all lint/performance/noBarrelFile: tests import it instead of many modules, which a build has no more.
/**
 * The entry of the build for tests and benchmarks of the whole product (`#built/harness.mjs`): with it, they run the code
 * that ships, and not the sources that it is made of. It is no part of a release.
 */

export { createApp } from '#server/app/app.ts'
export { addMail } from '#server/delivery/mail/mail.ts'
export { createMailChannel } from '#server/delivery/mail/mail-channel.ts'
export { createMailer, sendTestMail } from '#server/delivery/mail/mailer.ts'
export { createOutbox } from '#server/delivery/outbox/outbox.ts'
export { addMessages } from '#server/delivery/outbox/outbox-store.ts'
export { addPushes, listDevices, saveSubscription } from '#server/delivery/push/push-store.ts'
export { createDocumentSource } from '#server/feed/document-source.ts'
export { toField } from '#server/feed/espn-field.ts'
export { parseLeaderboard } from '#server/feed/espn-leaderboard.ts'
export { findCurrentFault, saveSourceStatus } from '#server/feed/source-status-store.ts'
export { createMessages } from '#server/messages/notifications/messages.ts'
export { createStartNotification } from '#server/messages/notifications/notification-listener.ts'
export { listRecipients, saveSettings } from '#server/messages/notifications/notification-store.ts'
export { toRecipient } from '#server/messages/webhooks/webhook-store.ts'
export { makeBackup } from '#server/operations/backup/backup.ts'
export { saveNightlyBackup } from '#server/operations/backup/nightly-backup-store.ts'
export { restoreBackup } from '#server/operations/backup/restore.ts'
export { addAuditEntry, listAuditEntries } from '#server/platform/audit-log/audit-log-store.ts'
export { productName } from '#server/platform/branding/branding.ts'
export { parseCsv } from '#server/platform/csv/csv-parser.ts'
export { ClockChangedError, createSystemClock } from '#server/platform/db/clock.ts'
export { inTransaction, openDatabase } from '#server/platform/db/database.ts'
export { openEventBus } from '#server/platform/db/event-bus.ts'
export { migrate } from '#server/platform/db/migrate.ts'
export { openMigratedDatabase } from '#server/platform/db/migrated-database.ts'
export { migrations } from '#server/platform/db/migrations.ts'
export { saveServerAddress } from '#server/platform/db/server-address-store.ts'
export { listTables } from '#server/platform/db/table-restore.ts'
export { policyTable } from '#server/platform/http/policy-table.ts'
export { createMemoryRateLimiter } from '#server/platform/http/rate-limiter.ts'
export { createSecurityHeaders, toResponseKind } from '#server/platform/http/security-headers.ts'
export { createLog } from '#server/platform/log/log.ts'
export { sha256Hex } from '#server/platform/secrets/sha256.ts'
export { readConfig } from '#server/platform/settings/config.ts'
export { version } from '#server/platform/settings/version.ts'
export { explainStartupError } from '#server/platform/start/startup-error.ts'
export { createEntryEditor } from '#server/pool/entries/entry-editor.ts'
export { addEntry, listEntries } from '#server/pool/entries/entry-store.ts'
export { setEntryWithdrawal } from '#server/pool/entries/entry-withdrawal-store.ts'
export { addReceiptKey } from '#server/pool/seal/receipt-key-store.ts'
export { deriveSalt } from '#server/pool/seal/sealed-content.ts'
export { expireSourceCopies } from '#server/pool/tournament-setup/source-copy-store.ts'
export { createStartFollowing } from '#server/pool/tournament-setup/start-following.ts'
export { addLockedChange, listLockedChanges } from '#server/pool/tournaments/locked-change-store.ts'
export { observeStart } from '#server/pool/tournaments/tournament-start.ts'
export {
  addTournament,
  deleteTournament,
  findTournament,
  listPlayers,
  listTournaments,
  lockTournament,
} from '#server/pool/tournaments/tournament-store.ts'
export { createAuditMailSender } from '#server/proof/audit-mail/audit-mail-sender.ts'
export { createReceipts } from '#server/proof/receipts.ts'
export { BundleError } from '#server/proof/verification/bundle-reading.ts'
export { verifyBundle } from '#server/proof/verification/bundle-verification.ts'
export { importResults } from '#server/results/import/results-import.ts'
export { saveResults } from '#server/results/results-store.ts'
export {
  addScoreCorrection,
  endScoreCorrection,
  listActiveScoreCorrections,
} from '#server/scores/corrections/score-correction-store.ts'
export { createAccount } from '#server/sign-in/accounts/account-creation.ts'
export { addAccount, findAccountByEmail, lockAccount } from '#server/sign-in/accounts/account-store.ts'
export {
  addConnectedSignIn,
  listConnectedSignIns,
  passkeyIssuer,
} from '#server/sign-in/accounts/connected-sign-in-store.ts'
export { replaceSetupLink } from '#server/sign-in/accounts/first-admin.ts'
export { createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
export { findPasswordError } from '#server/sign-in/accounts/password-rules.ts'
export {
  addSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
} from '#server/sign-in/accounts/second-factor-store.ts'
export { removeUnconfirmedAccounts } from '#server/sign-in/accounts/unconfirmed-account-store.ts'
export { createEmbeddedProvider } from '#server/sign-in/embedded-provider.ts'
export { createAccountRequestChannel } from '#server/sign-in/pages/account-requests.ts'
export { connectionClaim, saveRecord } from '#server/sign-in/provider/provider-store.ts'
export { addSigningKey, findSigningKeys, loadSecrets } from '#server/sign-in/provider/secrets-store.ts'
export { createTokenVerifier } from '#server/sign-in/tokens/token-verifier.ts'
export { transferUserData } from '#server/user-administration/merge-store.ts'
export { collectAccountData, collectPersonalData } from '#server/user-administration/personal-data/personal-data.ts'
export { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
export { anonymiseUser } from '#server/user-administration/personal-data/user-deletion-store.ts'
export { blockUser, unblockUser } from '#server/user-administration/user-blocking-store.ts'
export { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
export { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
export { findUser, listOrganiserAddresses, lockUser, setRole } from '#server/users/user-store.ts'
export { rotateKeys } from '../scripts/admin/account-commands.ts'
export { describeFinding, diagnose } from '../scripts/admin/doctor/diagnose.ts'
export { checkCertificate } from '../scripts/admin/doctor/network-checks.ts'
export { runAdmin } from '../scripts/admin/run-admin.ts'
export { demoPeople } from './demo-people.ts'
export { addPool, addRivals, bootApp, demoTiebreakers } from './pool-harness.ts'
