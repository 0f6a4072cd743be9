import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { readStream } from '../support/stream-reader.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

let pool: TestPool

beforeEach(async () => {
  pool = await openTestPool()
})
afterEach(() => pool.close())

async function listen(person = pool.people.player) {
  const response = await pool.call(api.leaderboardStream(pool.tournamentId), person)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return readStream(response)
}

async function nextUpdate(stream: Awaited<ReturnType<typeof listen>>) {
  const event = await stream.next()
  return event && { event: event.event, ...leaderboardUpdate.parse(JSON.parse(event.data)) }
}

it('every listener gets the newest version and each later one, and a closed connection is removed', async () => {
  const streams = await Promise.all([listen(), listen(pool.people.rival), listen(pool.people.admin)])
  const before = new Set<number | undefined>()
  for (const stream of streams) before.add((await nextUpdate(stream))?.version)
  expect(pool.app.hub.countListeners(pool.tournamentId)).toBe(3)
  pool.simulator.advance(30)
  await pool.app.feed.pollNow()
  const updates = await Promise.all(streams.map(nextUpdate))
  const [version = 0] = before
  expect(before.size).toBe(1)
  expect(updates).toMatchObject(Array(3).fill({ event: 'leaderboard', version: version + 1 }))
  for (const stream of streams) await stream.close()
  await expect.poll(() => pool.app.hub.countListeners(pool.tournamentId)).toBe(0)
})

it('a stream ends when the server stops', async () => {
  const stream = await listen()
  await nextUpdate(stream)
  const stopped = pool.app.close()
  expect(await stream.next()).toBeUndefined()
  await stopped
  pool = await openTestPool()
})
