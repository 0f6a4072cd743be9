import { sql } from 'kysely'
import { version } from '#server/platform/settings/version.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { type Database, type Db, inTransaction } from './database.ts'
import {
  adopt,
  hasTablesOfFirstRelease,
  listNewerThanDevelopment,
  requireAdoptable,
} from './migrations/bridge-from-047.ts'
import { firstMigration, migrations } from './migrations.ts'
import { listTables } from './table-restore.ts'

const { name: first } = firstMigration

/** The advisory lock of processes that start at the same time. Never change it: old and new versions must agree. */
const migrationLock = 7_264_001

/** The versions of program and database are told apart by their latest migrations. */
export function describeProgram(): string {
  return `Player Pool ${version} (${findLatest()})`
}

function findLatest(): string {
  return migrations.at(-1)?.name ?? ''
}

/** A newer version of the program has changed the tables; this one might damage the data. */
export class NewerSchemaError extends OperatorError {
  constructor(unknown: readonly string[], what: string) {
    super(
      `${what} (${unknown.at(-1)}) is newer than this ${describeProgram()}. Start the version that contains the migration${unknown.length > 1 ? 's' : ''} ` +
        `${unknown.join(' and ')}, or restore a backup that was made before the upgrade.`,
    )
  }
}

/** An upgrade from the latest applied migration to the latest one of this version. */
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
      requireUpgradable(applied)
      const from = applied.at(-1)
      if (from !== undefined && listMissingMigrations(applied).length > 0)
        await beforeUpgrade?.({ from, to: findLatest() })
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
  if (applied.length === 0) return []
  const excluding = migrations.filter(({ name, excludesEarlier }) => excludesEarlier && !applied.includes(name))
  return excluding.map(({ name }) => name)
}

/** Throws `NewerSchemaError` if a newer version has upgraded the database in a way that excludes this one. */
export async function requireIncluded(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migrations where excludes_earlier = 1`.execute(db)
  const unknown = listUnknown(rows.map(({ name }) => name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown, 'The database')
}

/** Keeps other processes from migrating until the transaction ends. */
export async function lockMigrations(trx: Db, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
}

/** Creates the tables that a backup was made of, by its migrations. The caller has the lock, and the database is empty. */
export async function createTablesOf(trx: Db, kind: Database['kind'], names: readonly string[]): Promise<void> {
  await applyMigrations(trx, kind, names.includes(first) ? names : [first])
}

/** Applies missing migrations. The caller has the lock, and has called `requireUpgradable`. */
export async function applyMissing(trx: Db, kind: Database['kind']): Promise<void> {
  const applied = await listApplied(trx, kind)
  if (isOfDevelopment(applied)) await adopt(trx, kind, { applied, first })
  await applyMigrations(trx, kind, listMissingMigrations(await listApplied(trx, kind)))
}

function isOfDevelopment(applied: readonly string[]): boolean {
  return applied.length > 0 && !applied.includes(first)
}

async function applyMigrations(trx: Db, kind: Database['kind'], names: readonly string[]): Promise<void> {
  await sql`create table if not exists migrations
    (name text primary key, excludes_earlier smallint not null default 0)`.execute(trx)
  for (const { name, excludesEarlier, steps } of migrations.filter((migration) => names.includes(migration.name))) {
    for (const step of steps(kind)) {
      if (typeof step === 'string') await sql.raw(step).execute(trx)
      else await step(trx)
    }
    await sql`insert into migrations (name, excludes_earlier) values (${name}, ${excludesEarlier ? 1 : 0})`.execute(trx)
  }
}

/**
 * Throws `NewerSchemaError` for migrations that this version does not know, and an OperatorError for those of a development
 * version that it cannot upgrade. An empty database has none.
 */
export function requireUpgradable(applied: readonly string[]): void {
  requireKnown(applied, 'The database')
  if (isOfDevelopment(applied)) requireAdoptable(applied)
}

/** Throws `NewerSchemaError` for a backup of a newer version, and an OperatorError for one of a development version. */
export function requireRestorable(names: readonly string[]): void {
  requireKnown(names, 'The backup')
  if (!isOfDevelopment(names) || hasTablesOfFirstRelease(names)) return
  throw new OperatorError(
    `The backup (${names.at(-1)}) is of a development version. Nothing was changed. Restore it with the version that made it, ` +
      'then start this one on the restored database.',
  )
}

function requireKnown(names: readonly string[], what: string): void {
  const unknown = isOfDevelopment(names) ? listNewerThanDevelopment(names) : listUnknown(names)
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted(), what)
}

function listUnknown(names: readonly string[]): string[] {
  return names.filter((name) => !migrations.some((migration) => migration.name === name))
}
