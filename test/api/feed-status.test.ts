import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedStatus } from '#contract/admin-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api, routePaths } from '#contract/paths.ts'
import { startSimulator } from '#simulator/simulator-server.ts'
import { buildScoredGolfer, buildScores } from '../support/build-scores.ts'
import { startDocumentServer } from '../support/document-server.ts'
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

/** Polls the feed. Returns its status for organisers and the monitoring, and whether the scores are stale. */
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
  const fine = { host, since: null, fault: null, unidentified: [], provisionalField: null, stale: undefined }
  expect(await poll()).toEqual({ ...fine, number: 1, gauge: '1' })
  feed.faults.set('agent-refused')
  expect(await poll()).toMatchObject({ number: 1, fault: null })
  feed.faults.set('refused')
  const refused = await poll()
  expect(refused).toEqual({ ...fine, number: 2, since: expect.any(String), gauge: '2' })
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
    'The sports feed refuses the requests of this server (status 403). Tell the operator: the log of this server says what to do. Organisers can enter the scores by hand.',
  )
  await alone.app.feed.pollNow()
  expect(await read()).toEqual(fault)
  alone.simulator.faults.set(null)
  await alone.app.feed.pollNow()
  expect(await read()).toBeNull()
  // A process that is not notified of polls shows stale scores, and the source is not to blame.
  await alone.app.hub.markSilent(alone.tournamentId)
  expect((await read())?.text).toMatch(/^The scores have not been updated for a while\. Tell the operator/)
  alone.simulator.advance(1)
  await alone.app.feed.pollNow()
  expect(await read()).toBeNull()
  await alone.close()
})

it('a golfer without an id costs nobody the scores, and is named; once known, they are found by their name', async () => {
  const alone = await openTestPool({ withoutScores: true })
  async function pollWith(fault: 'golfer-without-id' | null) {
    alone.simulator.faults.set(fault)
    alone.simulator.advance(5)
    await alone.app.feed.refreshTarget()
    await alone.app.feed.refreshScores()
    const board = await (await alone.call(api.leaderboard(alone.tournamentId), alone.people.player)).json()
    const { fault: shown, unidentified } = feedStatus.parse(
      await (await alone.call(api.adminFeed(), alone.people.power)).json(),
    )
    expect(shown).toBeNull()
    return { golfers: leaderboard.parse(board).golfersScores, unidentified }
  }
  const lacking = await pollWith('golfer-without-id')
  const all = await pollWith(null)
  const [first] = all.golfers
  expect(lacking.unidentified).toEqual([first?.fullName])
  expect(lacking.golfers).toHaveLength(all.golfers.length - 1)
  expect(all.unidentified).toEqual([])
  const known = await pollWith('golfer-without-id')
  expect(known.unidentified).toEqual([])
  expect(known.golfers.map(({ espnId }) => espnId).toSorted()).toEqual(
    all.golfers.map(({ espnId }) => espnId).toSorted(),
  )
  await alone.close()
})

it('of a document, the status follows the board: the present fault while the scores are stale, and none after it', async () => {
  const source = await startDocumentServer()
  const own = await openTestPool({ env: { SCORES_URL: source.url }, withoutScores: true })
  const golfer = (strokes: number) => [buildScoredGolfer({ rounds: [strokes] })]
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  /** The board's reason and time are those of the status. */
  async function pollDocument(document: object | string) {
    source.serve(document)
    await own.app.feed.refreshTarget()
    await own.app.feed.refreshScores()
    const board = await (await own.call(api.leaderboard(own.tournamentId), own.people.player)).json()
    const { fault } = feedStatus.parse(await (await own.call(api.adminFeed(), own.people.power)).json())
    const { stale } = leaderboard.parse(board)
    expect(fault?.since).toBe(stale?.since)
    if (stale) expect(fault?.text).toContain(stale.reason)
    return fault?.text ?? null
  }
  const id = own.simulator.eventId
  expect(await pollDocument(buildScores({ id, updated: at(-10) }, golfer(70)))).toBeNull()
  expect(await pollDocument('<html>')).toContain('is not valid JSON')
  expect(await pollDocument(buildScores({ id, updated: at(-9) }, golfer(7)))).toContain('must be 50 to 120 strokes')
  expect(await pollDocument(buildScores({ id, updated: at(-8) }, golfer(71)))).toBeNull()
  // The document itself is in order: only the board knows that it has newer scores.
  const older = await pollDocument(buildScores({ id, updated: at(-9) }, golfer(71)))
  expect(older).toContain('has older scores than the board')
  expect(older).toContain('Tell the operator')
  expect(await pollDocument(buildScores({ id, updated: at(-8) }, golfer(71)))).toBeNull()
  await own.close()
  await source.close()
})
