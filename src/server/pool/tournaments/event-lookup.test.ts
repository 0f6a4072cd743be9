import { describe, expect, test } from 'vitest'
import { FeedError } from '#server/feed/feed-error.ts'
import { createFeedSource } from '#server/feed/feed-source.ts'
import { buildEspnBody, buildEspnRow, espnEventId } from '#test/support/build-espn-body.ts'
import { soleAddress } from '#test/support/sole-address.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { createEventLookup, findUnplayableReason } from './event-lookup.ts'

/** A feed that responds with `body` and counts the requests. */
function openLookup(body: unknown) {
  const clock = buildClock()
  const requests: string[] = []
  const client = {
    async getLeaderboard(eventId: string) {
      requests.push(eventId)
      if (body instanceof FeedError) throw body
      return { body, requestedAt: clock.now() }
    },
  }
  return {
    lookup: createEventLookup({ source: createFeedSource(soleAddress(client)), now: clock.now }),
    requests,
    clock,
  }
}

const errorOf = (error: unknown) => (error instanceof FeedError ? findUnplayableReason(error) : undefined)

describe('an event', () => {
  test('is found with its name, first day and field', async () => {
    const competitors = [buildEspnRow({ id: '1', name: 'Ann Arbor' }), buildEspnRow({ id: '2' })]
    const found = await openLookup(buildEspnBody({ competitors })).lookup.find(espnEventId)
    expect(found.summary).toMatchObject({ name: 'Spring Open', firstDay: '2026-04-09T04:00:00.000Z' })
    expect(found.golfers[0]).toEqual({ name: 'Ann Arbor', espnId: '1', out: null })
  })

  test('has no golfers until its field is published', async () => {
    const body = buildEspnBody({ round: 0, play: 'scheduled', competitors: undefined })
    body.events.forEach((event) => {
      event['competitions'] = []
    })
    expect((await openLookup(body).lookup.find(espnEventId)).golfers).toEqual([])
  })

  test('has names that fit their columns', async () => {
    const competitors = [buildEspnRow({ id: '1', name: '𝒜'.repeat(150) })]
    const event = { shortName: 'n'.repeat(500), name: 'n'.repeat(500) }
    const found = await openLookup(buildEspnBody({ competitors, event })).lookup.find(espnEventId)
    expect(Array.from(found.golfers[0]?.name ?? '')).toHaveLength(100)
    expect(found.summary.name).toHaveLength(200)
  })

  test('is requested once while a form is filled in, and again later', async () => {
    const { lookup, requests, clock } = openLookup(buildEspnBody())
    for (let time = 0; time < 5; time += 1) await lookup.find(espnEventId)
    expect(requests).toHaveLength(1)
    clock.advance(20_001)
    await lookup.find(espnEventId)
    expect(requests).toHaveLength(2)
  })

  test('that failed to load is requested again immediately', async () => {
    const { lookup, requests } = openLookup(new FeedError('timeout', 'Too slow.'))
    for (let time = 0; time < 2; time += 1) await expect(lookup.find(espnEventId)).rejects.toThrow('Too slow')
    expect(requests).toHaveLength(2)
  })
})

describe('an event that can never be played', () => {
  test('is one that the feed does not know', async () => {
    const error = await openLookup(buildEspnBody())
      .lookup.find('401999999')
      .catch((fault: unknown) => fault)
    expect(errorOf(error)).toMatch(/does not know/)
    expect(errorOf(new FeedError('status', 'Status 404.', undefined, 404))).toMatch(/does not know/)
  })

  test('is one that is scored in points', async () => {
    const event = { tournament: { scoringSystem: { id: '3', name: 'Stableford' } } }
    const error = await openLookup(buildEspnBody({ event }))
      .lookup.find(espnEventId)
      .catch((fault: unknown) => fault)
    expect(errorOf(error)).toMatch(/Stableford/)
  })

  test('is not one whose response failed or was incomplete', () => {
    for (const reason of ['timeout', 'unreachable', 'invalid', 'not-json'] as const) {
      expect(errorOf(new FeedError(reason, 'Why'))).toBeNull()
    }
    expect(errorOf(new FeedError('status', 'Status 500.', undefined, 500))).toBeNull()
  })
})
