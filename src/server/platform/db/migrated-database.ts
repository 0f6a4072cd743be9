import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { Client } from 'pg'
import { waitUntil } from '#server/platform/concurrency/wait-until.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { type Database, openDatabase } from './database.ts'
import { toDatabaseFault } from './database-fault.ts'
import {
  describeProgram,
  listApplied,
  listExcludingMigrations,
  listMissingMigrations,
  migrate,
  requireIncluded,
  requireUpgradable,
  type Upgrade,
} from './migrate.ts'
import { isOpen } from './sqlite-dialect.ts'

/** A restart can overlap with the end of the process before. */
export const takeoverMs = 20_000

type Options = {
  log?: Log
  /** How long an upgrade waits for the other processes to stop. */
  patienceMs?: number
  /** Runs before a database with data is upgraded. If it fails, nothing is changed. */
  beforeUpgrade?: (upgrade: Upgrade) => Promise<void>
}

/** Opens the database and brings it up to date, or creates it. Throws an OperatorError if it cannot be used. */
export async function openMigratedDatabase(config: DatabaseConfig, options: Options = {}): Promise<Database> {
  return opening(config, async () => {
    await waitForOthers(config, options)
    const database = openDatabase(config, options.log)
    try {
      await migrate(database, options.beforeUpgrade)
    } catch (error) {
      await database.close().catch(() => {})
      throw error
    }
    return {
      ...database,
      async check() {
        await requireIncluded(database.db)
        await database.check()
      },
    }
  })
}

/** Opens a database of this version. Throws an OperatorError for any other, and never creates or migrates one. */
export async function openCurrentDatabase(config: DatabaseConfig): Promise<Database> {
  return opening(config, async () => {
    const applied = await readApplied(config)
    if (applied.length === 0) throw new MissingPoolError(config)
    requireUpgradable(applied)
    if (listMissingMigrations(applied).length > 0)
      throw new OperatorError(
        `The database ${describeDatabase(config)} (${applied.at(-1)}) is older than this ${describeProgram()}. Nothing was changed. ` +
          `Use the version of the running server; or stop it and start this version, or run ${adminCommand} migrate.`,
      )
    return openDatabase(config)
  })
}

/** The folder or database of the settings has no pool: probably a wrong one. */
export class MissingPoolError extends OperatorError {
  constructor(config: DatabaseConfig) {
    const place =
      config.kind === 'sqlite'
        ? `${resolve(dirname(config.file))} (${basename(config.file)})`
        : `the database ${describeDatabase(config)}`
    super(`There is no pool in ${place}; start it once, or run ${adminCommand} migrate.`)
  }
}

/** The applied migrations. None if there is no database, which is not created. */
export async function readApplied(config: DatabaseConfig): Promise<string[]> {
  if (config.kind === 'sqlite' && !existsSync(config.file)) return []
  return opening(config, async () => {
    const database = openDatabase(config)
    return listApplied(database.db, database.kind).finally(() => database.close())
  })
}

async function opening<T>(config: DatabaseConfig, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw toDatabaseFault(error, config)
  }
}

/** Waits until no other process uses the database, if a missing migration excludes them. */
async function waitForOthers(config: DatabaseConfig, { log, patienceMs = takeoverMs }: Options): Promise<void> {
  let names: string[] = []
  const isReady = async () => {
    // Another process of this version may have migrated meanwhile.
    names = listExcludingMigrations(await readApplied(config))
    return names.length === 0 || !(await isInUse(config))
  }
  const onWait = () => log?.info({ migrations: names }, 'waiting for the other processes of this pool to stop')
  if (await waitUntil(isReady, patienceMs, onWait)) return
  throw new OperatorError(
    `Other processes of the pool use the database ${describeDatabase(config)}, and cannot go on beside the migration${names.length > 1 ? 's' : ''} ` +
      `${names.join(' and ')}. Stop all of them, then try again. Nothing was changed.`,
  )
}

/** Whether a process of any version uses the database: on SQLite any connection, on PostgreSQL a server's event bus. */
async function isInUse(config: DatabaseConfig): Promise<boolean> {
  if (config.kind === 'sqlite') return isOpen(config.file)
  const client = new Client({ connectionString: config.url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'player-pool events'`,
    )
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/** Names the database in messages, without the password. */
function describeDatabase(config: DatabaseConfig): string {
  if (config.kind === 'sqlite') return resolve(config.file)
  const { database, host, port } = new Client({ connectionString: config.url })
  return `${database} on ${host}, port ${port}`
}
