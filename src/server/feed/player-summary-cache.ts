import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { PlayerSummaryRequest } from './espn-client.ts'
import { type EspnPlayerSummary, parsePlayerSummary } from './espn-player-summary.ts'
import type { FeedAddresses } from './feed-addresses.ts'

export type PlayerSummaries = ReturnType<typeof createPlayerSummaries>

export type PlayerSummariesOptions = {
  readonly feed: Pick<FeedAddresses, 'ask'>
  readonly ttlMs: number
  readonly now: () => Date
  /** Golfers in the cache; the least recently used is evicted. */
  readonly maxSize?: number
}

type CacheEntry = {
  value: EspnPlayerSummary | null
  /** Thrown while there is no value in the cache. */
  lastError: unknown
  refreshAt: number
}

/** Requests per TTL for a golfer without a good summary: more than one, but not one at every click. */
const retriesPerTtl = 4

/** The feed gets at most one request per golfer and `ttlMs`, however many users open a scorecard (docs/rules.md, 7.1). */
export function createPlayerSummaries(options: PlayerSummariesOptions) {
  const { feed, ttlMs, now, maxSize = 500 } = options
  const golfers = new LRUCache<string, CacheEntry>({ max: maxSize })
  const shareRefresh = createSingleFlight<string, CacheEntry>()

  async function refresh(key: string, request: PlayerSummaryRequest): Promise<CacheEntry> {
    const entry: CacheEntry = { value: golfers.get(key)?.value ?? null, lastError: null, refreshAt: 0 }
    try {
      const { body } = await feed.ask((client) => client.getPlayerSummary(request))
      const fetched = parsePlayerSummary(body, request.athleteId)
      // The feed omits all rounds when it throttles a client.
      if (!entry.value || fetched.rounds.length > 0) entry.value = fetched
    } catch (error) {
      entry.lastError = error
    }
    entry.refreshAt = now().getTime() + (entry.value ? ttlMs : ttlMs / retriesPerTtl)
    golfers.set(key, entry)
    return entry
  }

  return {
    /**
     * One golfer's summary, at most `ttlMs` old, or the last good one while the feed fails. Throws `FeedError` when there
     * has never been one.
     */
    async get(request: PlayerSummaryRequest): Promise<EspnPlayerSummary> {
      const key = `${request.eventId}/${request.athleteId}`
      const cached = golfers.get(key)
      const isFresh = cached && now().getTime() < cached.refreshAt
      const { value, lastError } = isFresh ? cached : await shareRefresh(key, () => refresh(key, request))
      if (!value) throw lastError
      return value
    },

    /** Makes every summary stale. The last good one is served until a refresh succeeds. */
    invalidate(): void {
      for (const entry of golfers.values()) entry.refreshAt = 0
    },
  }
}
