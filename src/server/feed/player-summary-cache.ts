import { LRUCache } from 'lru-cache'
import type { EspnClient, PlayerSummaryRequest } from './espn-client.ts'
import { type EspnPlayerSummary, parsePlayerSummary } from './espn-player-summary.ts'

export type PlayerSummaries = {
  /**
   * One golfer's summary, at most `ttlMs` old while the feed answers; the last good one while it does not. Throws
   * `FeedError` when there has never been one.
   */
  get(request: PlayerSummaryRequest): Promise<EspnPlayerSummary>
  /** The feed is asked for each golfer when he is looked at next; until it answers, the last good one is kept. */
  invalidate(): void
}

export type PlayerSummariesOptions = {
  readonly client: Pick<EspnClient, 'getPlayerSummary'>
  readonly ttlMs: number
  readonly now: () => Date
  /** Golfers kept; whoever was looked at longest ago is dropped first. */
  readonly maxSize?: number
}

type CacheEntry = {
  value: EspnPlayerSummary | null
  /** Why there is no good one. */
  lastError: unknown
  refreshAt: number
  request: Promise<void> | null
}

/** A golfer without any good summary is asked for again sooner, though not with every click. */
const retriesPerTtl = 4

/** However many people open a golfer's card, the feed is asked once per golfer and `ttlMs`. */
export function createPlayerSummaries(options: PlayerSummariesOptions): PlayerSummaries {
  const { client, ttlMs, now, maxSize = 500 } = options
  const golfers = new LRUCache<string, CacheEntry>({ max: maxSize })

  async function refresh(entry: CacheEntry, request: PlayerSummaryRequest): Promise<void> {
    try {
      const { body } = await client.getPlayerSummary(request)
      const fetched = parsePlayerSummary(body, request.athleteId)
      // The feed has been seen to leave all rounds out when it is asked too much: that is no news.
      if (!entry.value || fetched.rounds.length > 0) entry.value = fetched
    } catch (error) {
      entry.lastError = error
    }
    entry.refreshAt = now().getTime() + (entry.value ? ttlMs : ttlMs / retriesPerTtl)
    entry.request = null
  }

  function getOrAdd(key: string): CacheEntry {
    const cached = golfers.get(key)
    if (cached) return cached
    const added = { value: null, lastError: null, refreshAt: 0, request: null }
    golfers.set(key, added)
    return added
  }

  return {
    async get(request) {
      const entry = getOrAdd(`${request.eventId}/${request.athleteId}`)
      if (!entry.request && now().getTime() >= entry.refreshAt) entry.request = refresh(entry, request)
      await entry.request
      if (!entry.value) throw entry.lastError
      return entry.value
    },

    invalidate() {
      for (const entry of golfers.values()) entry.refreshAt = 0
    },
  }
}
