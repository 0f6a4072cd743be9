import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootApp } from '#built/harness.mjs'
import { leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { App } from '#server/app/app.ts'
import { countSessions, terminateSessions } from '../support/postgres-sessions.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')
const dayMs = 24 * 60 * 60 * 1000

/** Two apps that share only their database. The first is the leader, which polls the feed. */
describe.runIf(postgres)('two processes on one PostgreSQL database', () => {
  let first: TestPool
  let second: App
  let secondUrl: string
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-second-'))

  async function open(): Promise<void> {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    first = await openTestPool({ kind: postgres })
    const { port } = first.app.config.listen
    second = await bootApp({
      feedUrl: first.simulator.url,
      dataFolder,
      database: first.app.config.database,
      feedIntervalMs: dayMs,
      // Both serve one product behind one address: each accepts the other's tokens.
      signIn: { authority: `http://localhost:${port}` },
      webFolder: join(dataFolder, 'web'),
    })
    secondUrl = `http://127.0.0.1:${second.config.listen.port}`
  }

  async function close(): Promise<void> {
    await second.close()
    await first.close()
    rmSync(dataFolder, { recursive: true, force: true })
  }

  const atSecond = (path: string) =>
    fetch(secondUrl + path, { headers: { authorization: `Bearer ${first.people.player.token}` } })

  /** Whether the app sends a request to the feed when it is to poll: only the leader does. */
  async function pollsFeed(app: App): Promise<boolean> {
    const count = () => first.simulator.requests.counts.get('/leaderboard') ?? 0
    const before = count()
    await app.feed.pollNow()
    return count() > before
  }

  beforeAll(open)
  afterAll(close)

  it('only one of them polls the feed', async () => {
    expect([await pollsFeed(first.app), await pollsFeed(second)]).toEqual([true, false])
  })

  it('a leaderboard polled by one process reaches the listeners of the other', async () => {
    const stream = await readStream(await atSecond(api.leaderboardStream(first.tournamentId)))
    const readVersion = async () => leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? '')).version
    const before = await readVersion()
    first.simulator.advance(30)
    await first.app.feed.pollNow()
    // The version before may be announced again, when its event arrives after the stream was opened.
    let after = await readVersion()
    while (after === before) after = await readVersion()
    expect(after).toBe(before + 1)
    await stream.close()
  })

  it('clearing the caches of one clears those of the other, and its viewers lose nothing', async () => {
    const path = api.leaderboard(first.tournamentId)
    const read = async () => {
      const response = await atSecond(path)
      return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
    }
    const before = await read()
    expect(second.hub.getCached(first.tournamentId)).toBeDefined()
    expect((await first.call(api.adminClearCache(), first.people.admin)).status).toBe(200)
    await expect.poll(() => second.hub.getCached(first.tournamentId)).toBeUndefined()
    expect(await read()).toEqual(before)
  })

  it('a user merged in one process is the target in the other with the next request', async () => {
    const { newcomer, rival, admin } = first.people
    const fetchUserId = async () => {
      const response = await fetch(secondUrl + api.user(), {
        headers: { authorization: `Bearer ${newcomer.token}` },
      })
      return user.parse(await response.json()).id
    }
    expect(await fetchUserId()).toBe(newcomer.userId)
    const merged = await first.send('POST', api.adminMergeUsers(), admin, [rival.userId, newcomer.userId])
    expect(merged.status).toBe(200)
    expect(await fetchUserId()).toBe(rival.userId)
  })

  it('a role revoked in one process is gone in the other', async () => {
    const asAdmin = (path: string) =>
      fetch(secondUrl + path, { headers: { authorization: `Bearer ${first.people.power.token}` } })
    expect(await (await asAdmin(api.user())).json()).toMatchObject({ isPowerUser: true })
    await first.app.database.db.updateTable('users').set({ is_power_user: 0 }).execute()
    expect(await (await asAdmin(api.user())).json()).toMatchObject({ isPowerUser: false })
  })

  // The last one: it cuts connections.
  it('after a loss of the event connections nothing is missed, and events arrive again', async () => {
    const stream = await readStream(await atSecond(api.leaderboardStream(first.tournamentId)))
    const received = leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? ''))
    async function untilVersion(version: number): Promise<void> {
      for (;;) {
        const event = await stream.next()
        if (!event) throw new Error('The stream has ended.')
        if (leaderboardUpdate.parse(JSON.parse(event.data)).version === version) return
      }
    }
    expect(await terminateSessions(first.app.config.database, 'events')).toBe(2)
    first.simulator.advance(30)
    await first.app.feed.pollNow()
    await untilVersion(received.version + 1)
    await expect.poll(() => countSessions(first.app.config.database, 'events')).toBe(2)
    first.simulator.advance(30)
    await first.app.feed.pollNow()
    await untilVersion(received.version + 2)
    await stream.close()
  })
})
