import { PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { Pool, type PoolClient, type QueryResult, types } from 'pg'
import { endOrDestroy } from './dedicated-connection.ts'

const statementTimeoutMs = 5000
const lockTimeoutMs = 2000
const connectionTimeoutMs = 5000
/** When a process is lost within a transaction, the server would keep its locks for hours: nobody could save an entry. */
const idleTransactionTimeoutMs = 10_000
/**
 * For connecting and the response to the first statement together, then for each response. Longer than the server's own
 * timeout: a connection without a response by then is lost.
 */
const responseTimeoutMs = 6000

// Counts are 64-bit integers, which the driver returns as strings by default.
types.setTypeParser(types.builtins.INT8, Number)

/** The connections for requests. */
export function createPostgresDialect(
  url: string,
  { limitFactor = 1, onConnectFailure }: { limitFactor?: number | undefined; onConnectFailure(error: unknown): void },
): PostgresDialect {
  const pool = createPool({
    connectionString: url,
    max: 10,
    statement_timeout: limitFactor * statementTimeoutMs,
    lock_timeout: limitFactor * lockTimeoutMs,
    idle_in_transaction_session_timeout: limitFactor * idleTransactionTimeoutMs,
    connectionTimeoutMillis: limitFactor * connectionTimeoutMs,
  })
  return new PostgresDialect({ pool: withTimeLimits(pool, limitFactor * responseTimeoutMs, onConnectFailure) })
}

/** Opens one connection without time limits, for migrations. */
export function createUnlimitedPostgresDialect(url: string): PostgresDialect {
  return new PostgresDialect({ pool: createPool({ connectionString: url, max: 1 }) })
}

function createPool(config: ConstructorParameters<typeof Pool>[0]): Pool {
  const pool = new Pool({ application_name: 'player-pool requests', keepAlive: true, ...config })
  // The pool replaces an idle connection that dies; one that dies during a transaction fails its next query. Without
  // listeners, either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Limits the time for responses and for closing. The driver's `query_timeout` would return a dead connection to the pool. */
function withTimeLimits(pool: Pool, responseMs: number, onConnectFailure: (error: unknown) => void): PostgresPool {
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return {
    options: pool.options,
    end: () => endOrDestroy(pool.end(), clients),
    async connect() {
      const deadline = performance.now() + responseMs
      try {
        return limitResponses(await pool.connect(), deadline, responseMs)
      } catch (error) {
        onConnectFailure(error)
        throw error
      }
    },
  }
}

/** Destroys the connection when it does not respond, which fails its queries; the pool replaces it. */
function limitResponses(client: PoolClient, firstDeadline: number, responseMs: number): PostgresPoolClient {
  let isFirst = true

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const limitMs = isFirst ? firstDeadline - performance.now() : responseMs
    isFirst = false
    const timer = setTimeout(() => client.connection.stream.destroy(), limitMs)
    try {
      // Kysely requires the result to have one of the commands that it knows.
      return (await client.query(text, [...values])) as PostgresQueryResult<R> & QueryResult
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    // The other signature takes a cursor, for streams.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
