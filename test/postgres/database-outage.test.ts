import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog, inTransaction, openDatabase } from '#built/harness.mjs'
import { leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { countSessions, terminateSessions } from '../support/postgres-sessions.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds, withLimitsOfProduct } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { hasMoreRounds } from '../support/test-rounds.ts'

/** The connections for requests that a process opens at most. */
const maxConnections = 10
/** How long a process that falls silent while it saves keeps others from saving, with more rounds alone: a busy machine takes longer. */
const maxLockedMs = 12_000

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('while the database server is down', () => {
  let pool: TestPool
  let proxy: DatabaseProxy
  let removeDatabase: () => Promise<void>
  const lines: string[] = []
  const warnings: string[] = []
  const log = createLog('debug', {
    write(line) {
      const { level, msg } = JSON.parse(line)
      lines.push(msg)
      if (level >= 40) warnings.push(msg)
    },
  })

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const { config, remove } = await postgres.create()
    removeDatabase = remove
    proxy = await startDatabaseProxy(config)
    lines.length = 0
    warnings.length = 0
    pool = await openTestPool({ database: proxy.config, log })
  })
  afterEach(async () => {
    await pool.close()
    await proxy.close()
    await removeDatabase()
  })

  const ask = (path: string) => pool.call(path, pool.people.player)
  const statusOf = async (path: string) => (await ask(path)).status

  /** Fast requests share connections, so twenty of them may leave the process with fewer than it is allowed. */
  async function openAllConnections(): Promise<void> {
    let inUse = 0
    const { promise: allInUse, resolve } = Promise.withResolvers<void>()
    const use = () =>
      pool.app.database.db.connection().execute(() => {
        inUse += 1
        if (inUse === maxConnections) resolve()
        return allInUse
      })
    await Promise.all(Array.from({ length: maxConnections }, use))
  }

  it('reads and writes are refused with 503 and Retry-After; /readyz fails and /healthz succeeds', async () => {
    await proxy.stop()
    const calls: [string, () => Promise<Response>][] = [
      ['a read', () => ask(api.tournamentCurrent())],
      ['a read of the current user', () => ask(api.user())],
      ['a write', () => pool.send('POST', api.entrySave(), pool.people.newcomer, {})],
    ]
    for (const [kind, call] of calls) {
      const response = await call()
      expect(response.status, kind).toBe(503)
      expect(Number(response.headers.get('retry-after')), kind).toBeGreaterThan(0)
      expect(response.headers.get('content-type'), kind).toBe('application/problem+json; charset=utf-8')
      expect(problemDetails.parse(await response.json()).type, kind).toBe('urn:player-pool:problem:unavailable')
    }
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
    await proxy.start()
    await expect.poll(() => statusOf('/readyz')).toBe(200)
    expect(await statusOf(api.tournamentCurrent())).toBe(200)
  })

  it('streams of the leaderboard stay open, and announce the next version after the outage', async () => {
    const stream = await readStream(await ask(api.leaderboardStream(pool.tournamentId)))
    const before = leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? ''))
    await proxy.stop()
    pool.simulator.advance(30)
    await pool.app.feed.pollNow()
    await pool.app.streams.sendHeartbeat(new Date())
    await proxy.start()
    await expect
      .poll(async () => {
        await pool.app.feed.pollNow()
        return pool.app.hub.getCached(pool.tournamentId)?.message.version
      })
      .toBe(before.version + 1)
    for (let version = before.version; version === before.version; ) {
      version = leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? '')).version
    }
    await stream.close()
  })

  it('connections that fall silent are discarded: each request is refused after the six seconds of one query, not of two, and later ones succeed', async () => {
    const askTogether = () => Promise.all(Array.from({ length: 20 }, () => ask(api.tournamentCurrent())))
    expect((await askTogether()).map(({ status }) => status)).toEqual(Array(20).fill(200))
    await openAllConnections()
    proxy.silence()
    const since = performance.now()
    const refused = await askTogether()
    const seconds = (performance.now() - since) / 1000
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(503))
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(12)
    expect((await askTogether()).map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  it('the log says once that it began, and once that it is over', async () => {
    await proxy.stop()
    await expect
      .poll(() => lines.filter((line) => line === 'failed to check for blocked users').length)
      .toBeGreaterThan(1)
    expect(warnings.filter((line) => !line.startsWith('lost a dedicated'))).toEqual(['the database does not respond'])
    await proxy.start()
    await expect.poll(() => lines.filter((line) => line === 'the database responds again')).toHaveLength(1)
  })

  it('shutdown does not wait for it', async () => {
    await proxy.stop()
    await pool.app.close()
  })
})

describe.runIf(postgres && hasMoreRounds)('a process that falls silent while it saves', () => {
  it('keeps the others from saving for at most twelve seconds', async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const { config, remove } = await postgres.create()
    const proxy = await startDatabaseProxy(config)
    const [lost, other] = [openDatabase(proxy.config), openDatabase(config)]
    await sql`create table saves (id integer)`.execute(other.db)
    await sql`insert into saves values (1)`.execute(other.db)
    const save = (db: Db) => sql`update saves set id = 1`.execute(db)
    const saving = inTransaction(lost.db, async (trx) => {
      await save(trx)
      proxy.silence()
      await save(trx)
    })
    await expect(saving).rejects.toThrow()
    await expect.poll(() => save(other.db).then(() => 'saved', String), { timeout: maxLockedMs }).toBe('saved')
    await Promise.all([lost.close(), other.close()])
    await proxy.close()
    await remove()
  })
})

it.runIf(postgres)('the server ends a transaction of a process that has been silent for ten seconds', async () => {
  if (!postgres) throw new Error('PostgreSQL is not installed')
  const { config, remove } = await postgres.create()
  const { db, close } = openDatabase(withLimitsOfProduct(config))
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db)
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  await close()
  await remove()
})

describe.runIf(postgres)('when the database server ends connections during requests', () => {
  it('each request succeeds or is refused with 503, and afterwards all succeed', async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const pool = await openTestPool({ kind: postgres, rateLimitFactor: 0 })
    const { database } = pool.app.config
    const ask = async () => (await pool.call(api.tournamentCurrent(), pool.people.player)).status
    const seen = new Set<number>()
    let isCutting = true
    const viewers = Array.from({ length: 8 }, async () => {
      while (isCutting) seen.add(await ask())
    })
    for (let times = 0; times < 10; times += 1) {
      await terminateSessions(database, 'requests')
      await expect.poll(() => countSessions(database, 'requests')).toBeGreaterThan(0)
    }
    isCutting = false
    await Promise.all(viewers)
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expect.poll(ask).toBe(200)
    await pool.close()
  })
})
