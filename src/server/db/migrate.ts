import { sql } from 'kysely'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Database, type Db, inTransaction, openDatabase } from './database.ts'
import { toDatabaseFault } from './database-fault.ts'
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

/** SQL statements in order, or a step in code. A step knows the tables of its own time only, so it uses SQL texts. */
type Migration =
  | { name: string; statements: (kind: DatabaseConfig['kind']) => string[] }
  | { name: string; run: (trx: Db) => Promise<void> }

/** In order, forward only. Never change a released migration. */
const migrations: readonly Migration[] = [
  { name: '001-first-tables', statements: firstTables },
  { name: '002-merged-identities', statements: mergedIdentities },
  { name: '003-awaited-mails', statements: awaitedMails },
  { name: '004-mails-with-an-end', statements: mailsWithAnEnd },
  { name: '005-standard-column-names', statements: standardColumnNames },
  { name: '006-entries-by-tournament', statements: entriesByTournament },
  { name: '007-blocked-users', statements: blockedUsers },
  { name: '008-second-factors', statements: secondFactors },
  { name: '009-storage-probes', statements: storageProbes },
  { name: '010-connected-sign-ins', statements: connectedSignIns },
  { name: '011-invitations', statements: invitations },
  { name: '012-setup-links-and-deleted-users', statements: setupLinksAndDeletedUsers },
  { name: '013-feed-images', statements: feedImages },
  { name: '014-outbox-channels', statements: outboxChannels },
  { name: '015-golfer-ranks', statements: golferRanks },
  { name: '016-seasons', statements: seasons },
  { name: '017-pool-events-and-webhooks', statements: poolEventsAndWebhooks },
  { name: '018-push-notifications', statements: pushNotifications },
  { name: '019-messages-sent-at-least-once', statements: messagesSentAtLeastOnce },
  { name: '020-audit-log-without-names', run: auditLogWithoutNames },
  { name: '021-ended-sign-ins', statements: endedSignIns },
]

/** The advisory lock of processes that start at the same time. Never change it: old and new versions must agree. */
const migrationLock = 7_264_001

/** A newer version of the program has changed the tables; this one might damage the data. */
export class NewerSchemaError extends OperatorError {
  constructor(unknown: readonly string[]) {
    super(
      `A newer version of Player Pool has upgraded the database. Start the version that contains the migration ${unknown.join(' and ')}, ` +
        'or restore the backup that was made before the upgrade.',
    )
  }
}

/** Opens the database and brings it up to date. Throws an OperatorError if it cannot be used. */
export async function openMigratedDatabase(config: DatabaseConfig, log?: Log): Promise<Database> {
  let database: Database | undefined
  try {
    database = openDatabase(config, log)
    await migrate(database)
    return database
  } catch (error) {
    await database?.close().catch(() => {})
    throw toDatabaseFault(error, config)
  }
}

/**
 * Brings the tables up to date in one transaction: a migration that fails changes nothing. Refuses a database that a newer
 * version has upgraded.
 */
export async function migrate({ kind, withoutTimeLimits }: Database): Promise<void> {
  await withoutTimeLimits((db) => inTransaction(db, (trx) => applyMissing(trx, kind)))
}

/** The migrations of this version that have not been applied. */
export function listMissingMigrations(applied: readonly string[]): string[] {
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** Keeps other processes from migrating until the transaction ends. */
export async function lockMigrations(trx: Db, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
}

/**
 * Applies missing migrations or, with `only`, these. Throws `NewerSchemaError` for those that this version does not
 * know.
 */
export async function applyMissing(trx: Db, kind: Database['kind'], only?: readonly string[]): Promise<void> {
  // Waits for another process's migrations without a time limit.
  await lockMigrations(trx, kind)
  requireKnown(only ?? [])
  await sql`create table if not exists migrations (name text primary key)`.execute(trx)
  const appliedMigrations = await sql<{ name: string }>`select name from migrations`.execute(trx)
  const names = new Set(appliedMigrations.rows.map((row) => row.name))
  requireKnown([...names])
  for (const migration of migrations) {
    if (names.has(migration.name) || only?.includes(migration.name) === false) continue
    if ('run' in migration) await migration.run(trx)
    else for (const statement of migration.statements(kind)) await sql.raw(statement).execute(trx)
    await sql`insert into migrations (name) values (${migration.name})`.execute(trx)
  }
}

export function requireKnown(names: readonly string[]): void {
  const unknown = names.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted())
}
