import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { api, feedCheckedHeader } from '#contract/paths.ts'
import { type FaultyFeed, failures, slowFailures, startFaultyFeed, toleratedFaults } from '../support/faulty-feed.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

/** What viewers see during every fault of the feed: all faults in the long run, a few in `npm test`. */

const rounds = testRounds(2)
const refused = 'refused connections'
const quickFaults = [...Object.keys(failures), ...Object.keys(toleratedFaults), refused]
const isComplete = rounds > quickFaults.length
const faults = isComplete ? [...quickFaults, ...Object.keys(slowFailures)] : quickFaults
const viewers = isComplete ? 50 : 10
const intervalMs = 200
/** A timer can be early by a millisecond, a clock can be adjusted. */
const toleranceMs = 5
/** More than the repetitions after which a response that goes backwards is accepted. */
const failedPolls = 4

let feed: FaultyFeed
let pool: TestPool

beforeAll(async () => {
  feed = await startFaultyFeed()
  pool = await openTestPool({ feedUrl: feed.url, feedIntervalMs: intervalMs, rateLimitFactor: 0, withoutScores: true })
  await pool.app.feed.refreshTarget()
  await waitForPolls(1)
})
afterAll(async () => {
  await pool.close()
  await feed.close()
})

/** What all viewers see at this moment. */
function view(): Promise<Leaderboard[]> {
  return Promise.all(
    Array.from({ length: viewers }, async () => {
      const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)
      expect(response.status).toBe(200)
      expect(Date.parse(response.headers.get(feedCheckedHeader) ?? '')).toBeGreaterThan(0)
      return leaderboard.parse(await response.json())
    }),
  )
}

/** Resolves when this many responses have been handled: only then is the next request made. */
async function waitForPolls(count: number): Promise<void> {
  for (let requests = 0; requests <= count; requests += 1) await feed.nextRequest()
}

async function recover(): Promise<Leaderboard> {
  feed.respondWith()
  await waitForPolls(1)
  const [board] = await view()
  if (!board) throw new Error('There are no viewers.')
  expect(board.stale).toBeNull()
  return board
}

async function expectStale(good: Leaderboard, failedAfter: Date): Promise<void> {
  for (const { golfersScores, timeStamp, stale } of await view()) {
    expect(golfersScores).toEqual(good.golfersScores)
    expect(timeStamp).toBe(good.timeStamp)
    expect(stale?.reason).toMatch(/^(The|This) .*\.$/)
    expect(Date.parse(stale?.since ?? '')).toBeGreaterThanOrEqual(failedAfter.getTime())
  }
}

async function expectNothingLost(good: Leaderboard): Promise<void> {
  for (const { golfersScores, stale } of await view()) {
    expect(stale).toBeNull()
    const strokes = new Map(golfersScores.map(({ espnId, total }) => [espnId, total]))
    expect(good.golfersScores.filter(({ espnId, total }) => (strokes.get(espnId) ?? -1) < total)).toEqual([])
  }
}

it('during any fault of the feed, all viewers see the last good board and its age, and the feed has its interval', {
  timeout: 60_000 + rounds * 30_000,
}, async () => {
  const first = testRandom().between(0, faults.length - 1)
  for (let round = 0; round < rounds; round += 1) {
    const fault = faults[(first + round) % faults.length] ?? refused
    const good = await recover()
    const failedAfter = new Date()
    // Without the fault, there would be new scores.
    feed.advance(5)
    if (fault === refused) {
      await feed.refuse()
      await expect.poll(async () => (await view())[0]?.stale?.reason).toMatch(/reached/)
      await expectStale(good, failedAfter)
      await feed.listen()
    } else if (toleratedFaults[fault]) {
      feed.respondWith(toleratedFaults[fault])
      await waitForPolls(1)
      await expectNothingLost(good)
    } else {
      feed.respondWith(failures[fault] ?? slowFailures[fault])
      await waitForPolls(failedPolls)
      await expectStale(good, failedAfter)
    }
  }
  await recover()

  const gaps = feed.requestTimes.slice(1).map((time, index) => time - (feed.requestTimes[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(intervalMs - toleranceMs)
})
