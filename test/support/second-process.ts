import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootApp, createSystemClock } from '#built/harness.mjs'
import type { Clock } from '#server/platform/db/clock.ts'
import type { DatabaseKind } from './database-kind.ts'
import { openTestPool, type TestPool } from './test-pool.ts'
import { waitLimitMs } from './time-limits.ts'

export type SecondProcess = { url: string; send: TestPool['send']; close(): Promise<void> }

/** A second process of the same pool on its PostgreSQL database. Close it before the pool. */
export async function openSecondProcess(
  pool: TestPool,
  clock: Clock,
  database = pool.app.config.database,
): Promise<SecondProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-second-'))
  const { config } = pool.app
  const app = await bootApp({
    feedUrl: pool.simulator.url,
    dataFolder: folder,
    database,
    feedIntervalMs: 24 * 3_600_000,
    feedTimeoutMs: waitLimitMs,
    rateLimitFactor: 0,
    webFolder: join(folder, 'web'),
    clock,
    // Both serve one product behind one address: each accepts the other's tokens.
    signIn: { authority: config.signIn.authority },
  })
  const url = `http://127.0.0.1:${app.config.listen.port}`
  return {
    url,
    send: (method, path, person, body) =>
      fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...pool.xsrf,
          ...(person && { authorization: `Bearer ${person.token}` }),
        },
        body: JSON.stringify(body),
      }),
    async close() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A pool and every process on its database: two on PostgreSQL, one on SQLite. */
export async function openPoolProcesses(
  options: Parameters<typeof openTestPool>[0] & { kind: DatabaseKind; clock?: Clock },
) {
  const pool = await openTestPool(options)
  const isShared = options.kind.name === 'PostgreSQL'
  const second = isShared ? await openSecondProcess(pool, options.clock ?? createSystemClock('postgres')) : undefined
  const processes: readonly Pick<TestPool, 'url' | 'send'>[] = second ? [pool, second] : [pool]
  return {
    pool,
    processes,
    async close() {
      await second?.close()
      await pool.close()
    },
  }
}
