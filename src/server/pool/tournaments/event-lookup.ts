import { LRUCache } from 'lru-cache'
import type { FeedError } from '#server/feed/feed-error.ts'
import { type EventSource, type EventWithField, withShortNames } from '#server/feed/score-source.ts'

export const fieldNotPublished = 'The field of this event has not been published yet.'

export type EventLookup = ReturnType<typeof createEventLookup>

type Options = { source: Pick<EventSource, 'findEvent'>; now: () => Date }

/** Filling in the form verifies field after field; all of that is one request to the feed. */
const cacheTtlMs = 20_000
const maxCachedEvents = 20

export function createEventLookup({ source, now }: Options) {
  const cache = new LRUCache<string, EventWithField>({
    max: maxCachedEvents,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    // Whoever waits gets the answer, even if the cache is cleared meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (espnId) => withShortNames(await source.findEvent(espnId)),
  })

  return {
    /** Throws `FeedError`. */
    find: (espnId: string): Promise<EventWithField> => cache.forceFetch(espnId),
    /** The next call requests the event from the feed. */
    clear: () => cache.clear(),
  }
}

/**
 * Why the event can never be played; null if it may be later, because the feed failed or its response was incomplete.
 */
export function findUnplayableReason(error: FeedError): string | null {
  if (error.reason === 'unknown-event' || error.reason === 'not-supported') return error.message
  return error.status === 404 ? 'The source of scores does not know this event.' : null
}
