import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase as KyselySqliteDatabase,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { Pool, types } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Tables } from './tables.ts'

/** The database or a transaction on it: the first parameter of every store function. */
export type Db = Kysely<Tables> | Transaction<Tables>

const busyTimeoutMs = 5000
const walRetryMs = 20
const maxCachedStatements = 500

export type Database = {
  readonly kind: DatabaseConfig['kind']
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** Opens the configured database. Call `migrate` before using it. */
export function openDatabase(config: DatabaseConfig): Database {
  const db = new Kysely<Tables>({
    dialect: config.kind === 'sqlite' ? sqliteDialect(config.file) : postgresDialect(config.url),
  })
  return { kind: config.kind, db, close: () => db.destroy() }
}

/** Runs `work` in one transaction. `work` must use `trx` only. */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(work)
}

/**
 * Like `inTransaction`, but retries once if the first attempt lost against another transaction: a deadlock, a
 * serialization failure or a unique row that the other one added first. `work` must have no effect outside `trx`.
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

/** Whether PostgreSQL ended this transaction so that another one could go on. */
function isSerializationFailure(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40001' || code === '40P01'
}

/** Whether this write violated a unique constraint, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error)
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function sqliteDialect(file: string): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new SqliteDatabase(file, { timeout: busyTimeoutMs })
  // WAL with an fsync per commit: an acknowledged write survives kill -9 and power cuts.
  switchToWal(database)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return new ImmediateSqliteDialect({ database: withStatementCache(database) })
}

/** Preparing a statement takes longer than most queries, and the driver would prepare each one again. */
function withStatementCache(database: SqliteDatabase.Database): KyselySqliteDatabase {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: maxCachedStatements })
  return {
    prepare(text) {
      const statement = statements.get(text) ?? database.prepare(text)
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/**
 * SQLite's busy timeout does not cover this switch: while another process writes to the new file, it fails at once. So
 * it is retried for as long.
 */
function switchToWal(database: SqliteDatabase.Database): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!String(errorCode(error)).startsWith('SQLITE_BUSY') || Date.now() >= deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, walRetryMs)
    }
  }
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
 * Takes the write lock when a transaction begins. A transaction that reads first and writes later would otherwise fail
 * if another process, such as an operator's command, wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

function postgresDialect(url: string): PostgresDialect {
  // Counts are 64-bit integers, which the driver returns as strings by default.
  types.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({
    connectionString: url,
    application_name: 'player-pool requests',
    max: 10,
    statement_timeout: 5000,
    lock_timeout: 2000,
    // Without this limit, a request would wait for ever for a server that does not respond.
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // The pool replaces an idle connection that dies; one that dies during a transaction fails its next query. Without
  // listeners, either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}
