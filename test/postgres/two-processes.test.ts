import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaderboardNews } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { bootApp } from '#demo/pool-harness.ts'
import type { App } from '#server/app.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

/** Two apps that know of each other only through their database. */
describe.runIf(postgres)('two processes on one PostgreSQL database', () => {
  let first: TestPool
  let second: App
  let secondUrl: string
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-second-'))

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    first = await openTestPool({ kind: postgres })
    const { port } = first.app.config.listen
    second = await bootApp({
      feedUrl: first.simulator.url,
      dataFolder,
      database: first.app.config.database,
      feedIntervalMs: 24 * 60 * 60 * 1000,
      // Both are one product behind one address: a token of one holds at the other.
      signIn: { authority: `http://localhost:${port}` },
    })
    secondUrl = `http://127.0.0.1:${second.config.listen.port}`
  })
  afterEach(async () => {
    await second.close()
    await first.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  const atSecond = (path: string) =>
    fetch(secondUrl + path, { headers: { authorization: `Bearer ${first.people.player.token}` } })

  it('only one of them asks the feed', async () => {
    const before = first.simulator.requests.counts.get('/leaderboard')
    await second.feed.askNow()
    expect(first.simulator.requests.counts.get('/leaderboard')).toBe(before)
  })

  it('give the same bytes under the same tag', async () => {
    const path = api.leaderboard(first.tournamentId)
    const [one, two] = [await first.call(path, first.people.player), await atSecond(path)]
    expect(two.headers.get('etag')).toBe(one.headers.get('etag'))
    expect(await two.text()).toBe(await one.text())
  })

  it('what one hears from the feed the listeners of the other are told', async () => {
    const stream = await readStream(await atSecond(api.leaderboardStream(first.tournamentId)))
    const before = leaderboardNews.parse(JSON.parse((await stream.next())?.data ?? ''))
    first.simulator.advance(30)
    await first.app.feed.askNow()
    const after = await stream.next()
    expect(after?.event).toBe('leaderboard')
    expect(leaderboardNews.parse(JSON.parse(after?.data ?? '')).version).toBe(before.version + 1)
    await stream.close()
  })
})
