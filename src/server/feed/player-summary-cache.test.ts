import { describe, expect, test } from 'vitest'
import { soleAddress } from '#test/support/sole-address.ts'
import { buildClock } from '#test/support/test-clock.ts'
import type { FeedResponse, PlayerSummaryRequest } from './espn-client.ts'
import { FeedError } from './feed-error.ts'
import { createPlayerSummaries } from './player-summary-cache.ts'

const minute = 60_000
const victor: PlayerSummaryRequest = { eventId: '4010', athleteId: '1001', season: 2026 }

/** Summaries of a feed that returns these numbers of rounds in turn, the last repeatedly, and fails for null. */
function buildSummaries(responses: (number | null)[], maxSize?: number) {
  const clock = buildClock()
  const requests: string[] = []
  const script = [...responses]
  const client = {
    async getPlayerSummary({ athleteId }: PlayerSummaryRequest): Promise<FeedResponse> {
      requests.push(athleteId)
      const rounds = script.length > 1 ? script.shift() : script[0]
      if (typeof rounds !== 'number') throw new FeedError('timeout', 'No response.')
      const played = Array.from({ length: rounds }, (_, index) => ({ period: index + 1, value: 70 }))
      return { body: { profile: { id: athleteId }, rounds: played }, requestedAt: clock.now() }
    },
  }
  const summaries = createPlayerSummaries({
    feed: soleAddress(client),
    ttlMs: minute,
    now: clock.now,
    ...(maxSize === undefined ? {} : { maxSize }),
  })
  const countRounds = async () => (await summaries.get(victor)).rounds.length
  return { summaries, clock, requests, countRounds }
}

describe('a golfer’s summary', () => {
  test('is requested once a minute, however many people open it', async () => {
    const { clock, requests, countRounds } = buildSummaries([1, 2])
    expect(await Promise.all([countRounds(), countRounds()])).toEqual([1, 1])
    clock.advance(minute - 1)
    expect(await countRounds()).toBe(1)
    clock.advance(1)
    expect(await Promise.all([countRounds(), countRounds()])).toEqual([2, 2])
    expect(requests).toHaveLength(2)
  })

  test('is the last good one while the feed fails, without extra requests', async () => {
    const { clock, requests, countRounds } = buildSummaries([2, null])
    await countRounds()
    clock.advance(minute)
    expect(await countRounds()).toBe(2)
    expect(await countRounds()).toBe(2)
    expect(requests).toHaveLength(2)
  })

  test('is requested again after it is invalidated, and stays the last good one if that fails', async () => {
    const { summaries, requests, countRounds } = buildSummaries([1, 2, null])
    expect([await countRounds(), await countRounds()]).toEqual([1, 1])
    summaries.invalidate()
    expect([await countRounds(), await countRounds()]).toEqual([2, 2])
    summaries.invalidate()
    expect(await countRounds()).toBe(2)
    expect(requests).toHaveLength(3)
  })

  test('keeps its rounds when the feed omits all of them', async () => {
    const { clock, countRounds } = buildSummaries([2, 0])
    await countRounds()
    clock.advance(minute)
    expect(await countRounds()).toBe(2)
  })

  test('can have no rounds', async () => {
    expect(await buildSummaries([0]).countRounds()).toBe(0)
  })

  test('is an error until the first success, with a retry after a quarter of a minute', async () => {
    const { clock, requests, countRounds } = buildSummaries([null, 1])
    await expect(countRounds()).rejects.toMatchObject({ reason: 'timeout' })
    await expect(countRounds()).rejects.toMatchObject({ reason: 'timeout' })
    expect(requests).toHaveLength(1)
    clock.advance(minute / 4)
    expect(await countRounds()).toBe(1)
  })
})

test('the least recently used golfer is evicted', async () => {
  const { summaries, requests } = buildSummaries([1], 2)
  const look = (athleteId: string) => summaries.get({ ...victor, athleteId })
  for (const athleteId of ['1', '2', '1', '3', '1', '2']) await look(athleteId)
  expect(requests).toEqual(['1', '2', '3', '2'])
})
