import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedStatus } from '#contract/admin-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api, routePaths } from '#contract/paths.ts'
import { startSimulator } from '#simulator/simulator-server.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const metricsToken = 'a-token-of-the-monitoring-program'
let feed: Awaited<ReturnType<typeof startSimulator>>
let pool: TestPool

beforeAll(async () => {
  feed = await startSimulator({ seed: 'test', startAt: 'round-2-middle' })
  pool = await openTestPool({ feedUrl: `${feed.url} ${feed.secondUrl}`, metricsToken })
})
afterAll(async () => {
  await pool.close()
  await feed.close()
})

/** What organisers and the monitoring see of the feed after a poll, and whether the scores are stale. */
async function poll() {
  feed.advance(1)
  await pool.app.feed.pollNow()
  const { golfersScores: _, ...board } = leaderboard.parse(
    await (await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)).json(),
  )
  const status = feedStatus.parse(await (await pool.call(api.adminFeed(), pool.people.power)).json())
  const metrics = await pool.call(routePaths.metrics, null, { headers: { authorization: `Bearer ${metricsToken}` } })
  const [, gauge] = /^player_pool_feed_address (\d)$/m.exec(await metrics.text()) ?? []
  return { ...status, gauge, stale: board.stale?.reason }
}

it('organisers and the monitoring learn that another address is in use, and the scores stay fresh', async () => {
  const { host } = new URL(feed.url)
  expect(await poll()).toEqual({ host, number: 1, since: null, fault: null, gauge: '1', stale: undefined })
  feed.faults.set('agent-refused')
  expect(await poll()).toMatchObject({ number: 1, fault: null })
  feed.faults.set('refused')
  const refused = await poll()
  expect(refused).toEqual({ host, number: 2, since: expect.any(String), fault: null, gauge: '2', stale: undefined })
  const summary = api.leaderboardPlayer(pool.tournamentId, pool.simulator.listGolfers()[0]?.espnId ?? '')
  feed.requests.clear()
  expect((await pool.call(summary, pool.people.player)).status).toBe(200)
  expect(feed.requests.addresses).toEqual([expect.stringMatching(/^\/second\/.*playersummary/)])
})

it('why there are no new scores, since when, and what to do', async () => {
  const alone = await openTestPool()
  const read = async () => feedStatus.parse(await (await alone.call(api.adminFeed(), alone.people.power)).json()).fault
  expect(await read()).toBeNull()
  alone.simulator.faults.set('refused')
  await alone.app.feed.pollNow()
  const fault = await read()
  expect(fault?.text).toBe(
    'The sports feed refuses the requests of this server (status 403). Set FEED_USER_AGENT, or another address in FEED_URL (docs/operations/settings.md, "The feed"). Organisers can enter the scores by hand.',
  )
  await alone.app.feed.pollNow()
  expect(await read()).toEqual(fault)
  alone.simulator.faults.set(null)
  await alone.app.feed.pollNow()
  expect(await read()).toBeNull()
  await alone.close()
})
