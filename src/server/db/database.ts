import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely'
import { Pool, types } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: what every function of a store takes first. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type Database = {
  readonly kind: DatabaseConfig['kind']
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** Opens the database that is configured. Its tables are brought up to date by `migrate`. */
export function openDatabase(config: DatabaseConfig): Database {
  const db = new Kysely<Tables>({
    dialect: config.kind === 'sqlite' ? sqliteDialect(config.file) : postgresDialect(config.url),
  })
  return { kind: config.kind, db, close: () => db.destroy() }
}

/** Writes that belong together: all of them, or none. Inside, only `trx` is used. */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(work)
}

/**
 * Like `inTransaction`, and once more when the database broke the first try off in favour of another transaction: a
 * deadlock, a failed serialization, a row that the other one added first. `work` has no effect outside `trx`.
 */
export async function inRetriedTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (!isUniqueViolation(error) && !isSerializationFailure(error)) throw error
    return inTransaction(db, work)
  }
}

/** Did PostgreSQL end this transaction so that another one could go on? */
function isSerializationFailure(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40001' || code === '40P01'
}

/** Did this write break a unique constraint, in either database? */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error)
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function sqliteDialect(file: string): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new SqliteDatabase(file)
  // WAL with an fsync per commit: what was answered is on the disk (kill -9 and power cuts included).
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new ImmediateSqliteDialect({ database })
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0]

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

/**
 * Takes the write lock when a transaction begins. A transaction that reads first and writes later would
 * otherwise fail when another process (the operator's command) wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

function postgresDialect(url: string): PostgresDialect {
  // Counts come back as 64 bit numbers, which the driver would hand over as texts.
  types.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({
    connectionString: url,
    application_name: 'player-pool requests',
    max: 10,
    statement_timeout: 5000,
    lock_timeout: 2000,
    // Without it a request would wait for ever for a server that does not answer at all.
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A connection that dies while nobody uses it is replaced when the next one is asked for; one that dies between two
  // queries of a transaction fails the second one. Without listeners both events would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}
