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

it('a listener gets the newest version on connecting and every new one after that', async () => {
  const stream = await listen()
  const first = await nextUpdate(stream)
  expect(first?.event).toBe('leaderboard')
  pool.simulator.advance(30)
  await pool.app.feed.pollNow()
  const second = await nextUpdate(stream)
  expect(second).toMatchObject({ event: 'leaderboard', version: (first?.version ?? 0) + 1 })
  await stream.close()
})

it('every listener gets each update, and a closed connection is removed', async () => {
  const streams = await Promise.all([listen(), listen(pool.people.rival), listen(pool.people.admin)])
  for (const stream of streams) await nextUpdate(stream)
  expect(pool.app.hub.countListeners(pool.tournamentId)).toBe(3)
  pool.simulator.advance(30)
  await pool.app.feed.pollNow()
  const versions = await Promise.all(streams.map(async (stream) => (await nextUpdate(stream))?.version))
  expect(new Set(versions).size).toBe(1)
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

it('a tournament that does not exist has no stream', async () => {
  const response = await pool.call(api.leaderboardStream(9999), pool.people.player)
  expect(response.status).toBe(404)
})
