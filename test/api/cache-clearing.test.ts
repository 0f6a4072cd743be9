import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#contract/admin-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const clearCache = api.adminClearCache()

describe('clearing the caches', () => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  it('is audited, and its response is never cached', async () => {
    const response = await pool.call(clearCache, pool.people.admin)
    expect(await response.json()).toEqual({ cleared: true })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { lines } = auditLog.parse(await (await pool.call(api.adminAuditLog(null), pool.people.admin)).json())
    expect(lines[0]).toMatchObject({ action: 'cache cleared', user: { id: pool.people.admin.userId } })
  })
})

describe.each(databaseKinds())('clearing the caches over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind, rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  const clear = async () => expect((await pool.call(clearCache, pool.people.admin)).status).toBe(200)

  /** Reads the leaderboard, the tournament and a scorecard, as a viewer's page does. */
  async function readAll() {
    const { tournamentId, people } = pool
    const board = await pool.call(api.leaderboard(tournamentId), people.player)
    const [golfer] = leaderboard.parse(await board.clone().json()).golfersScores
    const paths = [
      api.tournament(tournamentId, { players: true, entries: true }),
      api.leaderboardPlayer(tournamentId, golfer?.espnId ?? ''),
    ]
    const others = await Promise.all(paths.map((path) => pool.call(path, people.player)))
    return Promise.all(
      [board, ...others].map(async (response) => ({
        status: response.status,
        etag: response.headers.get('etag'),
        checked: response.headers.get('feed-checked'),
        text: await response.text(),
      })),
    )
  }

  it('loses nothing: viewers get the same bytes as before', async () => {
    const before = await readAll()
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
    await clear()
    await expect.poll(() => pool.app.hub.getCached(pool.tournamentId)).toBeUndefined()
    expect(await readAll()).toEqual(before)
    const etag = before[0]?.etag ?? ''
    const again = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player, {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })

  it('loses nothing while the feed is down: the last scores and scorecards stay', async () => {
    const before = await readAll()
    pool.simulator.faults.set('error-500')
    await clear()
    await expect.poll(() => pool.app.hub.getCached(pool.tournamentId)).toBeUndefined()
    expect(await readAll()).toEqual(before)
    pool.simulator.faults.set(null)
  })

  it('shows manual corrections in the database', async () => {
    const { db } = pool.app.database
    await readAll()
    const row = await db.selectFrom('leaderboards').select('body').executeTakeFirstOrThrow()
    await db
      .updateTable('leaderboards')
      .set({ body: row.body.replace(pool.simulator.name, 'Corrected') })
      .execute()
    await db.updateTable('tournaments').set({ name: 'Corrected too' }).execute()
    expect((await readAll()).map(({ text }) => text.includes('Corrected'))).toEqual([false, false, false])
    await clear()
    await expect
      .poll(async () => (await readAll()).map(({ text }) => text.includes('Corrected')))
      .toEqual([true, true, false])
  })

  it('requests an event again when an organiser verifies it', async () => {
    const count = () => pool.simulator.requests.counts.get('/leaderboard') ?? 0
    const verify = async () =>
      expect((await pool.call(api.tournamentVerify(pool.simulator.eventId), pool.people.power)).status).toBe(200)
    await verify()
    const before = count()
    await verify()
    expect(count()).toBe(before)
    await clear()
    await expect
      .poll(async () => {
        await verify()
        return count()
      })
      .toBeGreaterThan(before)
  })

  it('requests a golfer again when a viewer opens the scorecard', async () => {
    const count = () =>
      [...pool.simulator.requests.counts]
        .filter(([path]) => path.includes('summary'))
        .reduce((sum, [, times]) => sum + times, 0)
    await readAll()
    const before = count()
    await readAll()
    expect(count()).toBe(before)
    await clear()
    await expect
      .poll(async () => {
        await readAll()
        return count()
      })
      .toBeGreaterThan(before)
  })
})

describe('rate limits', () => {
  let clock: TestClock
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(new Date())
    pool = await openTestPool({ clock })
  })
  afterAll(() => pool.close())

  async function callTimes(count: number, call: () => Promise<Response>) {
    const statuses = []
    for (let time = 0; time < count; time += 1) {
      const response = await call()
      await response.body?.cancel()
      statuses.push(response.status)
    }
    return statuses
  }

  it('allow six cache clearings a minute', async () => {
    const call = () => pool.call(clearCache, pool.people.admin)
    expect(await callTimes(7, call)).toEqual([...Array(6).fill(200), 429])
    const refused = await call()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    clock.advance(61_000)
    expect((await call()).status).toBe(200)
  })

  it('allow thirty verifications a minute over both routes, and saving after that', async () => {
    const { power } = pool.people
    const byId = () => pool.call(api.tournamentVerify(pool.simulator.eventId), power)
    const body = { espnId: pool.simulator.eventId, tiers: [[], [], [], []], tier: 0, allTouched: false }
    const verifyPlayers = () => pool.send('POST', api.tournamentVerifyPlayers(), power, body)
    expect(await callTimes(15, byId)).toEqual(Array(15).fill(200))
    expect(await callTimes(16, verifyPlayers)).toEqual([...Array(15).fill(200), 429])
    expect((await byId()).status).toBe(429)
    expect((await pool.send('POST', api.tournamentSave(), power, {})).status).toBe(400)
  })
})
