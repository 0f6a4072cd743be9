import { sql } from 'kysely'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { version } from '#server/platform/settings/version.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { type Database, type Db, inTransaction } from './database.ts'
import { migrations as allMigrations } from './migrations.ts'
import { listTables } from './table-restore.ts'

/** SQL statements in order, or a step in code. A step knows the tables of its own time only, so it uses SQL texts. */
type Migration = readonly string[] | ((kind: DatabaseConfig['kind']) => string[]) | { run: (trx: Db) => Promise<void> }

const migrations = new Map<string, Migration>(Object.entries(allMigrations))
const [first = ''] = migrations.keys()

/** Processes of earlier versions cannot go on beside these. By default they can, beside added tables and columns. */
const excluding: readonly string[] = ['019-messages-sent-at-least-once', '020-audit-log-without-names']

const latest = [...migrations.keys()].at(-1) ?? ''
/** The versions of program and database are told apart by their latest migrations. */
export const programVersion = `Player Pool ${version} (${latest})`

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
  return [...migrations.keys()].filter((name) => !applied.includes(name))
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
  const applied = await listApplied(trx, kind)
  const missing = listMissingMigrations(applied)
  if (missing.includes(first) && (applied.length > 0 || only?.includes(first) === false))
    throw new OperatorError(
      `The database is from before the first version that this one can upgrade (${first}). Start that one first: docs/operations/upgrade.md, Migrations.`,
    )
  for (const [name, migration] of migrations) {
    if (!missing.includes(name) || only?.includes(name) === false) continue
    if ('run' in migration) await migration.run(trx)
    else {
      const statements = typeof migration === 'function' ? migration(kind) : migration
      for (const statement of statements) await sql.raw(statement).execute(trx)
    }
    await sql`insert into migrations (name) values (${name})`.execute(trx)
  }
  // With `only`, the column may not exist yet. Repeated, it changes nothing.
  if (only === undefined)
    await sql`update migrations set excludes_earlier = 1
      where excludes_earlier = 0 and name in (${sql.join(excluding)})`.execute(trx)
}

/** Throws `NewerSchemaError` for migrations that this version does not know. The first one stands for those before it. */
export function requireKnown(names: readonly string[], what = 'The database'): void {
  const unknown = names.filter((name) => name > first && !migrations.has(name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted(), what)
}
