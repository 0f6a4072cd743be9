import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaderboardNews } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { mintAccessToken } from '../support/access-token.ts'
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

async function nextNews(stream: Awaited<ReturnType<typeof listen>>) {
  const event = await stream.next()
  return event && { event: event.event, ...leaderboardNews.parse(JSON.parse(event.data)) }
}

it('who connects is told of the newest version at once, and then of each new one', async () => {
  const stream = await listen()
  const first = await nextNews(stream)
  expect(first?.event).toBe('leaderboard')
  pool.simulator.advance(30)
  await pool.app.feed.askNow()
  const second = await nextNews(stream)
  expect(second).toMatchObject({ event: 'leaderboard', version: (first?.version ?? 0) + 1 })
  await stream.close()
})

it('a question to the feed that brought nothing new is told as a check', async () => {
  const stream = await listen()
  const first = await nextNews(stream)
  await pool.app.feed.askNow()
  const check = await nextNews(stream)
  expect(check).toMatchObject({ event: 'checked', version: first?.version })
  expect(check?.feedChecked).not.toBe(first?.feedChecked)
  await stream.close()
})

it('every listener gets the news, and one who has left is forgotten', async () => {
  const streams = await Promise.all([listen(), listen(pool.people.rival), listen(pool.people.admin)])
  for (const stream of streams) await nextNews(stream)
  expect(pool.app.hub.audience(pool.tournamentId)).toBe(3)
  pool.simulator.advance(30)
  await pool.app.feed.askNow()
  const versions = await Promise.all(streams.map(async (stream) => (await nextNews(stream))?.version))
  expect(new Set(versions).size).toBe(1)
  for (const stream of streams) await stream.close()
  await expect.poll(() => pool.app.hub.audience(pool.tournamentId)).toBe(0)
})

it('a stream ends when its token does', async () => {
  const owner = { subject: 'player', name: 'The player', email: 'player@example.com' }
  const token = await mintAccessToken(pool.app, owner, { expires: '2s' })
  const stream = await listen({ ...pool.people.player, token })
  await nextNews(stream)
  await pool.app.streams.beat(new Date(Date.now() + 60_000))
  expect(await stream.next()).toBeUndefined()
})

it('a stream ends when the server stops', async () => {
  const stream = await listen()
  await nextNews(stream)
  const stopped = pool.app.close()
  expect(await stream.next()).toBeUndefined()
  await stopped
  pool = await openTestPool()
})

it('a tournament that does not exist has no stream', async () => {
  const response = await pool.call(api.leaderboardStream(9999), pool.people.player)
  expect(response.status).toBe(404)
})
