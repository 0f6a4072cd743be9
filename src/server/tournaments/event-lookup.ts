import { LRUCache } from 'lru-cache'
import type { FieldMember } from '#domain/field/field.ts'
import type { EspnClient } from '../feed/espn-client.ts'
import { type EventSummary, listField, toEventSummary } from '../feed/espn-event-summary.ts'
import { parseLeaderboard } from '../feed/espn-leaderboard.ts'
import type { FeedError } from '../feed/feed-error.ts'

/** What an organiser needs to know of an event. */
export type EventWithField = {
  readonly summary: EventSummary
  /** Empty until the field is published, a day or two before the start. */
  readonly golfers: readonly FieldMember[]
}

export const fieldNotPublished = 'The sports feed has not published the field of this event yet.'

export type EventLookup = ReturnType<typeof createEventLookup>

type Options = { client: Pick<EspnClient, 'getLeaderboard'>; now: () => Date }

/** Filling in the form verifies field after field; all of that is one request to the feed. */
const cacheTtlMs = 20_000
const maxCachedEvents = 20
/** The sizes of the columns. */
const maxGolferNameLength = 100
const maxEventNameLength = 200

export function createEventLookup({ client, now }: Options) {
  const cache = new LRUCache<string, EventWithField>({
    max: maxCachedEvents,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })

  return {
    /** Throws `FeedError`. */
    async find(espnId: string): Promise<EventWithField> {
      const cached = cache.get(espnId)
      if (cached) return cached
      const { body } = await client.getLeaderboard(espnId)
      const event = toEventField(body, espnId)
      cache.set(espnId, event)
      return event
    },

    /** Clears the cache: the next call requests the event from the feed. */
    clear(): void {
      cache.clear()
    },
  }
}

/**
 * Why the event can never be played; null if it may be later, because the feed failed or its response was incomplete.
 */
export function findUnplayableReason(error: FeedError): string | null {
  if (error.reason === 'unknown-event' || error.reason === 'not-supported') return error.message
  return error.status === 404 ? 'The sports feed does not know this event.' : null
}

function toEventField(body: unknown, espnId: string): EventWithField {
  const event = parseLeaderboard(body, espnId)
  const summary = toEventSummary(event)
  return {
    summary: { ...summary, name: truncate(summary.name, maxEventNameLength) },
    golfers: listField(event).map((golfer) => ({
      ...golfer,
      name: truncate(golfer.name, maxGolferNameLength),
    })),
  }
}

function truncate(text: string, letters: number): string {
  return text.length <= letters ? text : Array.from(text).slice(0, letters).join('').trim()
}
