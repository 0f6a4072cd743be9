import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog, findCurrentFault } from '#built/harness.mjs'
import { type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { feedFaults } from '#simulator/feed-faults.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'

let pool: TestPool
/** The lines of the log. Those about new scores may stand between those about the feed. */
const lines: string[] = []

beforeAll(async () => {
  // Each test begins where the one before it has left the tournament.
  const write = (line: string) => {
    const { msg } = JSON.parse(line)
    if (msg !== 'detected a pool event') lines.push(msg)
  }
  const log = createLog('info', { write })
  pool = await openTestPool({ startAt: 'round-2', log })
})
afterAll(() => pool.close())
afterEach(async () => {
  pool.simulator.faults.set(null)
  await pool.app.feed.pollNow()
})

async function read(): Promise<Leaderboard> {
  const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)
  expect(response.status).toBe(200)
  return leaderboard.parse(await response.json())
}

describe.each([
  'stopped',
  'html',
  'half-body',
  'error-500',
  'refused',
  'redirect',
  'empty-events',
  'wrong-event',
] as const)('while the feed fails (%s)', (fault) => {
  it('the last scores stay, marked stale with time and reason, and are fresh again afterwards', async () => {
    const good = await read()
    lines.length = 0
    pool.simulator.faults.set(fault)
    pool.simulator.advance(30)
    await pool.app.feed.pollNow()
    const stale = await read()
    expect(stale.golfersScores).toEqual(good.golfersScores)
    expect(stale.timeStamp).toBe(good.timeStamp)
    const { reason = '' } = stale.stale ?? {}
    expect(reason).toMatch(/\w+ \w+/)
    expect(Date.parse(stale.stale?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(good.timeStamp))

    await pool.app.feed.pollNow()
    expect((await read()).stale?.since).toBe(stale.stale?.since)

    pool.simulator.faults.set(null)
    await pool.app.feed.pollNow()
    const fresh = await read()
    expect(fresh.stale).toBeNull()
    expect(fresh.golfersScores).not.toEqual(good.golfersScores)
    const remedy = expect.stringMatching(/ (Check|Set) FEED_.* Organisers can enter the scores by hand\.$/)
    expect(lines).toEqual([remedy, 'scores arrive again'])
    expect(lines[0]).toContain(reason)
  })
})

it('before the feed has ever responded there are no scores, and everything else works', async () => {
  const silent = await openTestPool({ feedUrl: 'http://127.0.0.1:9' })
  try {
    const scores = await silent.call(api.leaderboard(silent.tournamentId), silent.people.player)
    const tournament = await silent.call(api.tournamentCurrent(), silent.people.player)
    expect([scores.status, tournament.status]).toEqual([404, 200])
  } finally {
    await silent.close()
  }
})

it('a feed that refuses browser strings answers the pool, unless FEED_USER_AGENT is one', async () => {
  pool.simulator.faults.set('agent-refused')
  await pool.app.feed.pollNow()
  expect((await read()).stale).toBeNull()
  const env = { FEED_USER_AGENT: 'Mozilla/5.0 (X11; Linux x86_64)' }
  const disguised = await openTestPool({ env, withoutScores: true })
  disguised.simulator.faults.set('agent-refused')
  await disguised.app.feed.refreshTarget()
  await disguised.app.feed.pollNow()
  const board = await disguised.call(api.leaderboard(disguised.tournamentId), disguised.people.player)
  expect(board.status).toBe(404)
  expect(await findCurrentFault(disguised.app.database.db)).toMatchObject({
    kind: 'refused',
    reason: 'The sports feed refuses the requests of this server (status 403).',
  })
  await disguised.close()
})

it('viewers cause no requests to the feed', async () => {
  const before = pool.simulator.requests.counts.get('/leaderboard') ?? 0
  await Promise.all(Array.from({ length: 50 }, read))
  expect(pool.simulator.requests.counts.get('/leaderboard')).toBe(before)
})

it('a scorecard that the feed does not deliver is answered with 502', async () => {
  const golfer = (await read()).golfersScores.at(-1)
  pool.simulator.faults.set('stopped')
  const path = api.leaderboardPlayer(pool.tournamentId, golfer?.espnId ?? '')
  const response = await pool.call(path, pool.people.player)
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({
    type: 'urn:player-pool:problem:feed-unavailable',
    detail: 'The sports feed could not be reached.',
  })
})

const rounds = testRounds(6)

it('after any sequence of faults the scores are fresh again, and no version has two bodies', {
  timeout: limitsMs.api + rounds * 10_000,
}, async () => {
  const random = testRandom()
  const served = new Map<number, string>()
  for (let round = 0; round < rounds; round += 1) {
    const fault = random.pick(feedFaults.filter((kind) => kind !== 'slow'))
    pool.simulator.faults.set(fault)
    if (random.next() < 0.5) pool.simulator.advance(random.between(1, 5))
    for (let polls = random.between(1, 4); polls > 0; polls -= 1) await pool.app.feed.pollNow()
    await expectOneBodyPerVersion(served)
    if (random.next() < 0.3) await expectRecovery()
  }
  await expectRecovery()
  await expectOneBodyPerVersion(served)

  async function expectRecovery(): Promise<void> {
    pool.simulator.faults.set(null)
    // The feed may have accepted a body from an earlier round: the newer one is accepted at once.
    await pool.app.feed.pollNow()
    expect((await read()).stale).toBeNull()
  }
})

/** Viewers compare versions only, so a version must always have the same body. */
async function expectOneBodyPerVersion(served: Map<number, string>): Promise<void> {
  const board = await read()
  const body = JSON.stringify(board)
  expect(served.get(board.version) ?? body).toBe(body)
  served.set(board.version, body)
}
