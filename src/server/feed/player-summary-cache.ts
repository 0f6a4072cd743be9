import type { EspnClient, PlayerQuestion } from './espn-client.ts'
import { type EspnPlayerSummary, parsePlayerSummary } from './espn-player-summary.ts'

export type PlayerSummaries = {
  /**
   * One golfer's summary, at most `ttlMs` old while the feed answers; the last good one while it does not. Throws
   * `FeedError` when there has never been one.
   */
  get(question: PlayerQuestion): Promise<EspnPlayerSummary>
  /** The feed is asked for each golfer when he is looked at next; until it answers, the last good one is kept. */
  renew(): void
}

export type PlayerSummariesOptions = {
  readonly client: Pick<EspnClient, 'getPlayerSummary'>
  readonly ttlMs: number
  readonly now: () => Date
  /** Golfers kept; whoever was looked at longest ago is dropped first. */
  readonly maxSize?: number
}

type Kept = {
  good: EspnPlayerSummary | null
  /** Why there is no good one. */
  fault: unknown
  askAgainAt: number
  question: Promise<void> | null
}

/** A golfer without any good summary is asked for again sooner, though not with every click. */
const retriesPerTtl = 4

/** However many people open a golfer's card, the feed is asked once per golfer and `ttlMs`. */
export function createPlayerSummaries(options: PlayerSummariesOptions): PlayerSummaries {
  const { client, ttlMs, now, maxSize = 500 } = options
  const golfers = new Map<string, Kept>()

  async function refresh(kept: Kept, question: PlayerQuestion): Promise<void> {
    try {
      const { body } = await client.getPlayerSummary(question)
      const arrived = parsePlayerSummary(body, question.athleteId)
      // The feed has been seen to leave all rounds out when it is asked too much: that is no news.
      if (!kept.good || arrived.rounds.length > 0) kept.good = arrived
    } catch (error) {
      kept.fault = error
    }
    kept.askAgainAt = now().getTime() + (kept.good ? ttlMs : ttlMs / retriesPerTtl)
    kept.question = null
  }

  /** The place of the golfer, from now on the one looked at last. */
  function touch(key: string): Kept {
    const kept = golfers.get(key) ?? { good: null, fault: null, askAgainAt: 0, question: null }
    golfers.delete(key)
    golfers.set(key, kept)
    const [oldest] = golfers.keys()
    if (golfers.size > maxSize && oldest !== undefined) golfers.delete(oldest)
    return kept
  }

  return {
    async get(question) {
      const kept = touch(`${question.eventId}/${question.athleteId}`)
      if (!kept.question && now().getTime() >= kept.askAgainAt) kept.question = refresh(kept, question)
      await kept.question
      if (!kept.good) throw kept.fault
      return kept.good
    },

    renew() {
      for (const kept of golfers.values()) kept.askAgainAt = 0
    },
  }
}
