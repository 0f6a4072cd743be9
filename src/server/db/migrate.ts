import { sql } from 'kysely'
import type { DatabaseConfig } from '#server/config.ts'
import { OperatorError } from '#server/operator-error.ts'
import { version } from '#server/version.ts'
import { type Database, type Db, inTransaction } from './database.ts'
import { firstTables } from './migrations/001-first-tables.ts'
import { mergedIdentities } from './migrations/002-merged-identities.ts'
import { awaitedMails } from './migrations/003-awaited-mails.ts'
import { mailsWithAnEnd } from './migrations/004-mails-with-an-end.ts'
import { standardColumnNames } from './migrations/005-standard-column-names.ts'
import { entriesByTournament } from './migrations/006-entries-by-tournament.ts'
import { blockedUsers } from './migrations/007-blocked-users.ts'
import { secondFactors } from './migrations/008-second-factors.ts'
import { storageProbes } from './migrations/009-storage-probes.ts'
import { connectedSignIns } from './migrations/010-connected-sign-ins.ts'
import { invitations } from './migrations/011-invitations.ts'
import { setupLinksAndDeletedUsers } from './migrations/012-setup-links-and-deleted-users.ts'
import { feedImages } from './migrations/013-feed-images.ts'
import { outboxChannels } from './migrations/014-outbox-channels.ts'
import { golferRanks } from './migrations/015-golfer-ranks.ts'
import { seasons } from './migrations/016-seasons.ts'
import { poolEventsAndWebhooks } from './migrations/017-pool-events-and-webhooks.ts'
import { pushNotifications } from './migrations/018-push-notifications.ts'
import { messagesSentAtLeastOnce } from './migrations/019-messages-sent-at-least-once.ts'
import { auditLogWithoutNames } from './migrations/020-audit-log-without-names.ts'
import { endedSignIns } from './migrations/021-ended-sign-ins.ts'
import { migrationsThatExcludeEarlier } from './migrations/022-migrations-that-exclude-earlier.ts'
import { accountRequests } from './migrations/023-account-requests.ts'
import { startedTournaments } from './migrations/024-started-tournaments.ts'
import { emailChanges } from './migrations/025-email-changes.ts'
import { scoresByHand } from './migrations/026-scores-by-hand.ts'
import { rolesFromGroups } from './migrations/027-roles-from-groups.ts'
import { nightlyBackups } from './migrations/028-nightly-backups.ts'
import { cancelledTournaments } from './migrations/029-cancelled-tournaments.ts'
import { nothingPlayed } from './migrations/030-nothing-played.ts'
import { withdrawnEntries } from './migrations/031-withdrawn-entries.ts'
import { feesAndPayments } from './migrations/032-fees-and-payments.ts'
import { feedStarts } from './migrations/033-feed-starts.ts'
import { linksByOthers } from './migrations/034-links-by-others.ts'
import { organiserLinks } from './migrations/035-organiser-links.ts'
import { watchersInvitations } from './migrations/036-watchers-invitations.ts'
import { houseRulesOfTournaments } from './migrations/037-house-rules-of-tournaments.ts'
import { admittedAccounts } from './migrations/038-admitted-accounts.ts'
import { announcements } from './migrations/039-announcements.ts'
import { tieDecisions } from './migrations/040-tie-decisions.ts'
import { rivals } from './migrations/041-rivals.ts'
import { passkeys } from './migrations/042-passkeys.ts'
import { listTables } from './table-restore.ts'

type Statements = readonly string[] | ((kind: DatabaseConfig['kind']) => string[])

type Migration = {
  name: string
  /** Processes of earlier versions cannot go on. By default they can, beside added tables and columns. */
  excludesEarlier?: true
  /** SQL statements in order, or a step in code. A step knows the tables of its own time only, so it uses SQL texts. */
} & ({ statements: Statements } | { run: (trx: Db) => Promise<void> })

/** In order, forward only. Never change a released migration. */
const migrations: readonly Migration[] = [
  { name: '001-first-tables', statements: firstTables },
  { name: '002-merged-identities', statements: mergedIdentities },
  { name: '003-awaited-mails', statements: awaitedMails },
  { name: '004-mails-with-an-end', statements: mailsWithAnEnd },
  { name: '005-standard-column-names', excludesEarlier: true, statements: standardColumnNames },
  { name: '006-entries-by-tournament', statements: entriesByTournament },
  { name: '007-blocked-users', statements: blockedUsers },
  { name: '008-second-factors', statements: secondFactors },
  { name: '009-storage-probes', statements: storageProbes },
  { name: '010-connected-sign-ins', statements: connectedSignIns },
  { name: '011-invitations', statements: invitations },
  { name: '012-setup-links-and-deleted-users', statements: setupLinksAndDeletedUsers },
  { name: '013-feed-images', statements: feedImages },
  { name: '014-outbox-channels', excludesEarlier: true, statements: outboxChannels },
  { name: '015-golfer-ranks', statements: golferRanks },
  { name: '016-seasons', statements: seasons },
  { name: '017-pool-events-and-webhooks', statements: poolEventsAndWebhooks },
  { name: '018-push-notifications', statements: pushNotifications },
  { name: '019-messages-sent-at-least-once', excludesEarlier: true, statements: messagesSentAtLeastOnce },
  { name: '020-audit-log-without-names', excludesEarlier: true, run: auditLogWithoutNames },
  { name: '021-ended-sign-ins', statements: endedSignIns },
  { name: '022-migrations-that-exclude-earlier', statements: migrationsThatExcludeEarlier },
  { name: '023-account-requests', statements: accountRequests },
  { name: '024-started-tournaments', statements: startedTournaments },
  { name: '025-email-changes', statements: emailChanges },
  { name: '026-scores-by-hand', statements: scoresByHand },
  { name: '027-roles-from-groups', statements: rolesFromGroups },
  { name: '028-nightly-backups', statements: nightlyBackups },
  { name: '029-cancelled-tournaments', statements: cancelledTournaments },
  { name: '030-nothing-played', statements: nothingPlayed },
  { name: '031-withdrawn-entries', statements: withdrawnEntries },
  { name: '032-fees-and-payments', statements: feesAndPayments },
  { name: '033-feed-starts', statements: feedStarts },
  { name: '034-links-by-others', statements: linksByOthers },
  { name: '035-organiser-links', statements: organiserLinks },
  { name: '036-watchers-invitations', statements: watchersInvitations },
  { name: '037-house-rules-of-tournaments', statements: houseRulesOfTournaments },
  { name: '038-admitted-accounts', statements: admittedAccounts },
  { name: '039-announcements', statements: announcements },
  { name: '040-tie-decisions', statements: tieDecisions },
  { name: '041-rivals', statements: rivals },
  { name: '042-passkeys', statements: passkeys },
]

const latest = migrations.at(-1)?.name ?? ''
/** The versions of program and database are told apart by their latest migrations. */
export const programVersion = `Player Pool ${version} (${latest})`
const excluding = migrations.filter(({ excludesEarlier }) => excludesEarlier).map(({ name }) => name)

/** The advisory lock of processes that start at the same time. Never change it: old and new versions must agree. */
const migrationLock = 7_264_001

/** A newer version of the program has changed the tables; this one might damage the data. */
export class NewerSchemaError extends OperatorError {
  constructor(unknown: readonly string[], what: string) {
    super(
      `${what} (${unknown.at(-1)}) is newer than this ${programVersion}. Start the version that contains the migration${unknown.length > 1 ? 's' : ''} ` +
        `${unknown.join(' and ')}, or restore a backup that was made before the upgrade.`,
    )
  }
}

/** From the latest migration that was applied to the latest one of this version. */
export type Upgrade = { from: string; to: string }

/**
 * Brings the tables up to date in one transaction: a migration that fails changes nothing. Refuses a database that a newer
 * version has upgraded. `beforeUpgrade` runs before a database with data is changed, while no other process can migrate; if
 * it fails, nothing is changed.
 */
export async function migrate(
  { kind, withoutTimeLimits }: Database,
  beforeUpgrade?: (upgrade: Upgrade) => Promise<void>,
): Promise<void> {
  await withoutTimeLimits((db) =>
    inTransaction(db, async (trx) => {
      // Waits for another process's migrations without a time limit.
      await lockMigrations(trx, kind)
      const applied = await listApplied(trx, kind)
      requireKnown(applied)
      const from = applied.at(-1)
      if (from !== undefined && listMissingMigrations(applied).length > 0) await beforeUpgrade?.({ from, to: latest })
      await applyMissing(trx, kind)
    }),
  )
}

/** The names of the applied migrations in order. None if the database has no tables. */
export async function listApplied(db: Db, kind: Database['kind']): Promise<string[]> {
  if (!(await listTables(db, kind)).includes('migrations')) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migrations of this version that have not been applied. */
export function listMissingMigrations(applied: readonly string[]): string[] {
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** Missing migrations that need all processes of the pool to stop: none on a new database. */
export function listExcludingMigrations(applied: readonly string[]): string[] {
  return applied.length === 0 ? [] : excluding.filter((name) => !applied.includes(name))
}

/** Throws `NewerSchemaError` if a newer version has upgraded the database in a way that excludes this one. */
export async function requireIncluded(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migrations where excludes_earlier = 1`.execute(db)
  requireKnown(rows.map(({ name }) => name))
}

/** Keeps other processes from migrating until the transaction ends. */
export async function lockMigrations(trx: Db, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
}

/**
 * Applies missing migrations or, with `only`, these. The caller has the lock. Throws `NewerSchemaError` for those that this
 * version does not know.
 */
export async function applyMissing(trx: Db, kind: Database['kind'], only?: readonly string[]): Promise<void> {
  requireKnown(only ?? [])
  await sql`create table if not exists migrations (name text primary key)`.execute(trx)
  const missing = listMissingMigrations(await listApplied(trx, kind))
  for (const migration of migrations) {
    const { name } = migration
    if (!missing.includes(name) || only?.includes(name) === false) continue
    if ('run' in migration) await migration.run(trx)
    else {
      const { statements } = migration
      for (const statement of typeof statements === 'function' ? statements(kind) : statements)
        await sql.raw(statement).execute(trx)
    }
    await sql`insert into migrations (name) values (${name})`.execute(trx)
  }
  // With `only`, the column may not exist yet. Repeated, it changes nothing.
  if (only === undefined)
    await sql`update migrations set excludes_earlier = 1
      where excludes_earlier = 0 and name in (${sql.join(excluding)})`.execute(trx)
}

/** Throws `NewerSchemaError` for migrations that this version does not know. */
export function requireKnown(names: readonly string[], what = 'The database'): void {
  const unknown = names.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted(), what)
}
