import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { bootApp } from '#demo/pool-harness.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool } from '../support/test-pool.ts'

/** A keep-alive connection would fail for the next process on the same port. */
const once = { headers: { connection: 'close' } }

const onDisk = mkdtempSync(join(tmpdir(), 'player-pool-restart-'))

it.each(databaseKinds())('a restart over $name keeps the last leaderboard, without the feed', async (kind) => {
  const created = kind.name === 'SQLite' ? undefined : await kind.create()
  const database = created?.config ?? { kind: 'sqlite' as const, file: join(onDisk, 'pool.db') }
  const pool = await openTestPool({ database })
  const path = api.leaderboard(pool.tournamentId)
  const before = leaderboard.parse(await (await pool.call(path, pool.people.player, once)).json())
  const { port } = pool.app.config.listen
  await pool.close()

  const again = await bootApp({
    feedUrl: 'http://127.0.0.1:9',
    dataFolder: onDisk,
    database,
    port,
    feedIntervalMs: 24 * 60 * 60 * 1000,
  })
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...once.headers, authorization: `Bearer ${pool.people.player.token}` },
  })
  const after = leaderboard.parse(await response.json())
  await again.close()
  await created?.remove()
  rmSync(onDisk, { recursive: true, force: true })
  expect(after.golfersScores).toEqual(before.golfersScores)
  expect(after.timeStamp).toBe(before.timeStamp)
})
