import { randomBytes } from 'node:crypto'
import { type Dialect, Kysely, sql, type Transaction } from 'kysely'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { isDatabaseAway, isSerializationFailure, isStorageFailure, isUniqueViolation } from './database-errors.ts'
import { createPostgresDialect, createUnlimitedPostgresDialect } from './postgres-dialect.ts'
import { createSqliteDialect, inMemory, readIdentity } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** The database or a transaction on it: the first parameter of every store function. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type Database = ReturnType<typeof openDatabase>

/** Opens the configured database. Call `migrate` before using it. */
export function openDatabase(config: DatabaseConfig, log?: Log) {
  const storage = createStorageCheck(log)
  const outage = createOutageNotice(log)
  const db = new Kysely<Tables>({
    dialect: createDialect(config, outage.noteFailure),
    log: (event) => {
      if (event.level !== 'error') return outage.noteSuccess()
      storage.noteFailure(event.error)
      outage.noteFailure(event.error)
    },
  })

  /** Rejects while the database does not respond or cannot be written. */
  async function check(): Promise<void> {
    // Reads would still succeed from the file that is open.
    if (config.kind === 'sqlite' && config.file !== inMemory) readIdentity(config.file)
    await storage.check(db)
  }

  /** For work that may take long, such as migrations: without the timeouts of requests. */
  async function withoutTimeLimits<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (config.kind === 'sqlite') return work(db)
    const unlimited = new Kysely<Tables>({ dialect: createUnlimitedPostgresDialect(config.url) })
    return work(unlimited).finally(() => unlimited.destroy())
  }

  return { kind: config.kind, db, check, withoutTimeLimits, close: () => db.destroy() }
}

function createDialect(config: DatabaseConfig, noteFailure: (error: unknown) => void): Dialect {
  return config.kind === 'sqlite'
    ? createSqliteDialect(config.file, config.content)
    : createPostgresDialect(config.url, { limitFactor: config.limitFactor, onConnectFailure: noteFailure })
}

/** Runs `work` in one transaction. `work` must use `trx` only. */
export function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/**
 * Like `inTransaction`, but retries once if the first attempt conflicted with another transaction: a deadlock, a
 * serialization failure or a unique constraint violation. `work` must have no effect outside `trx`.
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

/** Larger than the space that a full disk may still have in the last block of the log. */
const probeBytes = 64 * 1024
/** The size of repeated probes: little for a database that archives its log. */
const repeatedProbeBytes = 4 * 1024
/** `/readyz` is public, so it does not write for each request. */
const probeIntervalMs = 10_000

/**
 * Whether the database can be used, shown by a write. After one failed for lack of storage, the database counts as unusable
 * until the large probe has been written, so that readiness does not flap with every small write that happens to fit.
 */
function createStorageCheck(log: Log | undefined) {
  let isFailing = false
  let provenAt: number | undefined
  const shareProbe = createSingleFlight<'probe', void>()

  async function writeProbe(db: Kysely<Tables>): Promise<void> {
    const bytes = isFailing || provenAt === undefined ? probeBytes : repeatedProbeBytes
    const probe = { id: 1, content: randomBytes(bytes).toString('base64') }
    await db
      .insertInto('storage_probes')
      .values(probe)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(probe))
      .execute()
    provenAt = performance.now()
    if (isFailing) log?.info('the database can be written again')
    isFailing = false
  }

  return {
    noteFailure(error: unknown): void {
      if (isFailing || !isStorageFailure(error)) return
      isFailing = true
      log?.error({ err: error }, 'the database cannot be written')
    },

    async check(db: Kysely<Tables>): Promise<void> {
      await sql`select 1 from migrations limit 1`.execute(db)
      const isProven = provenAt !== undefined && performance.now() - provenAt < probeIntervalMs
      if (isFailing || !isProven) await shareProbe('probe', () => writeProbe(db))
    },
  }
}

/** Longer than the moments for which some connections work and others do not. */
const settlingMs = 2000

/** Logs that the database server is away, and that it is back: requests and background work fail many times in between. */
function createOutageNotice(log: Log | undefined) {
  let failedAt: number | undefined
  return {
    noteFailure(error: unknown): void {
      if (!isDatabaseAway(error)) return
      if (failedAt === undefined) log?.error({ err: error }, 'the database does not respond')
      failedAt = performance.now()
    },

    noteSuccess(): void {
      if (failedAt === undefined || performance.now() - failedAt < settlingMs) return
      failedAt = undefined
      log?.info('the database responds again')
    },
  }
}
