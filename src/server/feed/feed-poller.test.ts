import { describe, expect, test } from 'vitest'
import {
  buildEspnBody,
  buildEspnRow,
  type EspnEventInput,
  espnEventId,
} from '#test/support/build-espn-body.ts'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import type { FeedResponse } from './espn-client.ts'
import { FeedError } from './feed-error.ts'
import { createFeedPoller, type FeedPollerOptions, type Scheduler } from './feed-poller.ts'

const minute = 60_000

/** Time that passes only when told to, and the questions that are due in it. */
function buildTime() {
  let now = Date.parse('2026-04-10T12:00:00.000Z')
  const due = new Map<object, { at: number; run: () => void }>()
  const timers: Scheduler = {
    after(ms, run) {
      const key = {}
      due.set(key, { at: now + ms, run })
      return () => void due.delete(key)
    },
  }
  return {
    now: () => new Date(now),
    timers,
    /** When something is due, in milliseconds from now. */
    delays: () => [...due.values()].map(({ at }) => at - now).sort((a, b) => a - b),
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        const next = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!next) break
        const [key, { at, run }] = next
        due.delete(key)
        now = at
        run()
        await settle()
      }
      now = end
    },
  }
}

/** Lets everything that is already answered be dealt with. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

type FeedScript = EspnEventInput | Error

/** A poller of a feed that tells this, the last thing again and again. */
function buildPoller(responses: FeedScript[], overrides: Partial<FeedPollerOptions> = {}) {
  const time = buildTime()
  const received: string[] = []
  const requests: string[] = []
  const script = [...responses]
  const poller = createFeedPoller({
    client: {
      async getLeaderboard(eventId): Promise<FeedResponse> {
        requests.push(eventId)
        const askedAt = time.now()
        const next = (script.length > 1 ? script.shift() : script[0]) ?? {}
        if (next instanceof Error) throw next
        return { body: buildEspnBody({ id: eventId, ...next }), askedAt }
      },
    },
    intervalMs: minute,
    now: time.now,
    timers: time.timers,
    random: () => 0,
    onField: (_, field) => void received.push(`round ${field.currentRound}`),
    onChecked: () => void received.push('checked'),
    onFailure: (_, { since, reason }) => void received.push(`${since.slice(11, 16)} ${reason}`),
    ...overrides,
  })
  const say = (...next: FeedScript[]) => script.splice(0, script.length, ...next)
  return { poller, time, received, requests, say }
}

const fault = new FeedError('timeout', 'No answer.')

describe('a tournament that is followed', () => {
  test('is asked for at once, then once an interval', async () => {
    const { poller, time, requests, received } = buildPoller([{ round: 1 }])
    poller.startPolling(espnEventId)
    await settle()
    expect(received).toEqual(['round 1', 'checked'])
    await time.advance(10 * minute)
    expect(requests).toHaveLength(11)
  })

  test('is asked for no more often because it is followed twice', async () => {
    const { poller, time, requests } = buildPoller([{ round: 1 }])
    poller.startPolling(espnEventId)
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(minute)
    expect(requests).toHaveLength(2)
  })

  test('is asked for no more when it is unfollowed, also while an answer is on its way', async () => {
    const { poller, time, requests, received } = buildPoller([{ round: 1 }])
    poller.startPolling(espnEventId)
    poller.stopPolling(espnEventId)
    await settle()
    await time.advance(10 * minute)
    expect(requests).toHaveLength(1)
    expect(received).toEqual([])
    expect(time.delays()).toEqual([])
  })

  test('keeps its own time beside others, and all end together', async () => {
    const { poller, time, requests } = buildPoller([{ round: 1 }])
    poller.startPolling('401000001')
    poller.startPolling('401000002')
    await settle()
    await time.advance(2 * minute)
    expect(requests.filter((id) => id === '401000002')).toHaveLength(3)
    poller.stop()
    await time.advance(10 * minute)
    expect(requests).toHaveLength(6)
  })

  test('is asked for at once on request, and then in its turn', async () => {
    const { poller, time, requests } = buildPoller([{ round: 1 }])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(minute / 2)
    await poller.pollNow(espnEventId)
    expect(requests).toHaveLength(2)
    expect(time.delays()).toEqual([minute])
    await poller.pollNow('401000009')
    expect(requests).toHaveLength(2)
  })

  test('shares an answer on its way with who asks now', async () => {
    const { poller, requests } = buildPoller([{ round: 1 }])
    poller.startPolling(espnEventId)
    await Promise.all([poller.pollNow(espnEventId), poller.pollNow(espnEventId)])
    expect(requests).toHaveLength(1)
  })

  test('brings the courses with the field, and when it was asked', async () => {
    const news: unknown[] = []
    const { poller } = buildPoller([{ round: 1 }], { onField: (...responses) => void news.push(responses) })
    poller.startPolling(espnEventId)
    await settle()
    expect(news).toEqual([
      [
        espnEventId,
        expect.objectContaining({ currentRound: 1 }),
        {
          askedAt: new Date('2026-04-10T12:00:00.000Z'),
          courses: [expect.objectContaining({ name: 'Old Links', isHost: true })],
        },
      ],
    ])
  })
})

describe('a fault', () => {
  test('is told with its words and since when, and ends with the next answer', async () => {
    const { poller, time, received } = buildPoller([{ round: 1 }, fault, fault, { round: 1 }, fault])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(4 * minute)
    expect(received).toEqual([
      'round 1',
      'checked',
      '12:01 No answer.',
      '12:01 No answer.',
      'round 1',
      'checked',
      '12:04 No answer.',
    ])
  })

  test('makes the questions rarer step by step, down to every fifth interval, and normal again afterwards', async () => {
    const { poller, time, say } = buildPoller([fault])
    poller.startPolling(espnEventId)
    await settle()
    const delays: (number | undefined)[] = []
    for (let failure = 1; failure <= 9; failure += 1) {
      const [wait = 0] = time.delays()
      delays.push(wait / minute)
      await time.advance(wait)
    }
    expect(delays).toEqual([1, 1, 1, 2, 3, 4, 5, 5, 5])
    say({ round: 1 })
    await time.advance(5 * minute)
    expect(time.delays()).toEqual([minute])
  })

  test('is followed by a pause of a length that differs from server to server', async () => {
    const { poller, time } = buildPoller([fault], { random: () => 0.5 })
    poller.startPolling(espnEventId)
    await settle()
    expect(time.delays()).toEqual([1.1 * minute])
  })

  test('may lie in the body: an unknown event, golfers gone, an event that cannot be scored', async () => {
    const { poller, time, received } = buildPoller([
      { event: { id: '401000009' } },
      { round: 2, competitors: [] },
      { event: { tournament: { scoringSystem: { name: 'Match' } } } },
    ])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(2 * minute)
    expect(received).toEqual([
      expect.stringContaining('does not know the event'),
      expect.stringContaining('incomplete'),
      expect.stringContaining('match play'),
    ])
  })

  test('of our own in taking the scores over is one too, and the scores come again', async () => {
    const fields: string[] = []
    let isBroken = true
    const { poller, time, received } = buildPoller([{ round: 1 }], {
      onField: async (_, { currentRound }) => {
        if (isBroken) throw new Error('disk full')
        fields.push(`round ${currentRound}`)
      },
    })
    poller.startPolling(espnEventId)
    await settle()
    isBroken = false
    await time.advance(minute)
    expect(received).toEqual(['12:00 The scores could not be updated.', 'checked'])
    expect(fields).toEqual(['round 1'])
  })
})

describe('a body that goes backwards', () => {
  test('is no news until it has come three times running', async () => {
    const { poller, time, received } = buildPoller([{ round: 3 }, { round: 2 }])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(3 * minute)
    expect(received).toEqual(['round 3', 'checked', 'checked', 'checked', 'round 2', 'checked'])
  })

  test('is measured against the board kept from an earlier run', async () => {
    const { poller, received } = buildPoller([{ round: 2 }])
    const askedAt = new Date('2026-04-10T11:00:00.000Z')
    poller.startPolling(espnEventId, { field: buildField({ currentRound: 3 }), askedAt })
    await settle()
    expect(received).toEqual(['checked'])
  })
})

describe('a tournament that is over', () => {
  const final: EspnEventInput = { round: 4, play: 'final', competitors: [buildEspnRow()] }

  test('is asked for every fifth interval, twelve times, then no more', async () => {
    const { poller, time, requests } = buildPoller([final])
    poller.startPolling(espnEventId)
    await settle()
    expect(time.delays()).toEqual([5 * minute])
    await time.advance(60 * minute)
    expect(requests).toHaveLength(13)
    await time.advance(24 * 60 * minute)
    expect(requests).toHaveLength(13)
    expect(time.delays()).toEqual([])
  })

  test('tells of no faults, and ends as soon with them', async () => {
    const { poller, time, requests, received } = buildPoller([final, fault])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(24 * 60 * minute)
    expect(requests).toHaveLength(13)
    expect(received).toEqual(['round 4', 'checked'])
  })

  test('goes on when it turns out not to be', async () => {
    const { poller, time, requests, received } = buildPoller([final, { round: 4 }])
    poller.startPolling(espnEventId)
    await settle()
    await time.advance(5 * minute)
    expect(received).toEqual(['round 4', 'checked', 'checked'])
    await time.advance(2 * minute)
    expect(received.slice(3)).toEqual(['checked', 'round 4', 'checked'])
    await time.advance(10 * minute)
    expect(requests).toHaveLength(14)
  })

  test('by the board of an earlier run is asked for in the same way', async () => {
    const { poller, time } = buildPoller([final])
    const field = buildField({ currentRound: 4, event: buildEvent({ completed: true }) })
    poller.startPolling(espnEventId, { field, askedAt: new Date('2026-04-10T11:00:00.000Z') })
    await settle()
    expect(time.delays()).toEqual([5 * minute])
  })
})
