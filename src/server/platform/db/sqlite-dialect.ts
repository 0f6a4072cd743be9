import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { createPrivateFolder, restrictToOwner } from '#server/platform/secrets/private-files.ts'

export const inMemory = ':memory:'

/** How long a statement waits for another process, such as an import. */
const lockTimeoutMs = 5000
const lockRetryMs = 10
/** How long queries occupy the event loop before other requests get a turn. */
const maxTurnMs = 10
const maxCachedStatements = 500

/**
 * SQLite with WAL: reads continue while a transaction is open or another process holds the write lock. The library waits for
 * locks synchronously, which would block every request, so its own timeout is 0 and the driver retries.
 */
export function createSqliteDialect(file: string, content?: Buffer): Dialect {
  const driver = createDriver(openFile(file, content))
  return {
    createDriver: () => driver,
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** With the library's adapter, a query would wait for the transactions before it. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createDriver(file: SqliteFile): Driver {
  const acquireLock = createWriteLock()
  const yieldIfLong = createTurnLimit()
  /** Connections with a transaction, which holds this process's write lock, and the function that releases it. */
  const transactions = new Map<DatabaseConnection, () => void>()

  async function execute<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    if (transactions.has(connection)) return run(file.handles().writer, query)
    const deadline = performance.now() + lockTimeoutMs
    if (await retryWhileLocked(deadline, () => file.isRead(query.sql)))
      return retryWhileLocked(deadline, () => run<R>(file.handles().reader, query))
    const release = await acquireLock()
    try {
      return await retryWhileLocked(deadline, () => run<R>(file.handlesForWriting().writer, query))
    } finally {
      release()
    }
  }

  return {
    async init() {},
    async acquireConnection() {
      const connection: DatabaseConnection = {
        async executeQuery<R>(query: CompiledQuery) {
          await yieldIfLong()
          return execute<R>(connection, query)
        },
        streamQuery() {
          throw new Error('Results are read in batches, not streamed.')
        },
      }
      return connection
    },
    /** Takes the write lock first: a transaction that read first could not write after another process has written. */
    async beginTransaction(connection) {
      const deadline = performance.now() + lockTimeoutMs
      const release = await acquireLock()
      try {
        const begin = CompiledQuery.raw('begin immediate')
        await retryWhileLocked(deadline, () => run(file.handlesForWriting().writer, begin))
        transactions.set(connection, release)
      } catch (error) {
        release()
        throw error
      }
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    async rollbackTransaction(connection) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (file.handles().writer.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async releaseConnection(connection) {
      const release = transactions.get(connection)
      if (!release) return
      transactions.delete(connection)
      // Closing the connection ends a transaction that could not be rolled back.
      if (file.handles().writer.inTransaction) file.reopen()
      release()
    },
    async destroy() {
      file.close()
    },
  }
}

/**
 * SQLite is synchronous: without this, a series of queries would block the event loop until the last one is done.
 */
function createTurnLimit(): () => Promise<void> {
  let turnBegunAt: number | undefined
  return async () => {
    if (turnBegunAt === undefined) {
      turnBegunAt = performance.now()
      setImmediate(() => {
        turnBegunAt = undefined
      })
    } else if (performance.now() - turnBegunAt > maxTurnMs) {
      await yieldToEventLoop()
    }
  }
}

/** Retries while another process holds a lock that it needs. After the deadline, throws SQLITE_BUSY. */
async function retryWhileLocked<T>(deadline: number, attempt: () => T): Promise<T> {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error
    }
    await wait(lockRetryMs)
  }
}

export function isLocked(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function run<R>(handle: Handle, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = handle.prepare(sql)
  // The result's shape follows from the query that Kysely compiled.
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Resolves with the function that releases it; first come, first served. */
function createWriteLock(): () => Promise<() => void> {
  let last = Promise.resolve()
  return () => {
    const previous = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    return previous.then(() => resolve)
  }
}

type Handle = {
  readonly inTransaction: boolean
  prepare(text: string): SqliteDatabase.Statement
  close(): void
}

type Handles = { readonly reader: Handle; readonly writer: Handle }

type SqliteFile = ReturnType<typeof openFile>

/** The file's two connections. A database in memory has only one, so that reads wait for the transaction as well. */
function openFile(file: string, content?: Buffer) {
  const isInMemory = file === inMemory
  if (!isInMemory) prepareFile(file)
  let handles = open()
  let identity = isInMemory ? undefined : readIdentity(file)

  function open(): Handles {
    const writer = openHandle(content ?? file)
    return { writer, reader: isInMemory ? writer : openHandle(file) }
  }

  function close(): void {
    handles.reader.close()
    handles.writer.close()
  }

  function reopen(): void {
    const next = open()
    close()
    handles = next
    identity = readIdentity(file)
  }

  return {
    handles: () => handles,
    isRead: (text: string) => !isInMemory && handles.reader.prepare(text).readonly,
    /**
     * Writes to a file that was deleted or replaced would be lost. SQLite does not detect that, so every write
     * checks it first.
     */
    handlesForWriting(): Handles {
      if (identity !== undefined && readIdentity(file) !== identity) reopen()
      return handles
    },
    reopen,
    close,
  }
}

/** The database holds password hashes and signing keys. SQLite gives `-wal` and `-shm` the permissions of the file. */
export function prepareFile(file: string): void {
  createPrivateFolder(dirname(file))
  closeSync(openSync(file, 'a', 0o600))
  for (const suffix of ['', '-wal', '-shm']) restrictToOwner(file + suffix)
}

/** Whether any connection, of whatever process, is open: leaving WAL requires to be alone. Changes no data. */
export function isOpen(file: string): boolean {
  const database = new SqliteDatabase(file, { timeout: 0, fileMustExist: true })
  try {
    database.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    if (!isLocked(error)) throw error
    return true
  } finally {
    database.close()
  }
}

/** Throws SQLITE_CANTOPEN if the file is missing. */
export function readIdentity(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new SqliteDatabase.SqliteError('The database file is missing.', 'SQLITE_CANTOPEN')
  return `${found.dev}:${found.ino}`
}

function openHandle(file: string | Buffer): Handle {
  const database = new SqliteDatabase(file, { timeout: 0 })
  // WAL with an fsync per commit: an acknowledged write survives kill -9 and power cuts.
  switchToWal(database)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Preparing a statement takes longer than most queries, and the driver would prepare each one again.
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: maxCachedStatements })
  return {
    get inTransaction() {
      return database.inTransaction
    },
    prepare(text) {
      const statement = statements.get(text) ?? database.prepare(text)
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** Happens once per file, at the start: while another process writes to a new file, it has to wait. */
function switchToWal(database: SqliteDatabase.Database): void {
  const deadline = performance.now() + lockTimeoutMs
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockRetryMs)
    }
  }
}
