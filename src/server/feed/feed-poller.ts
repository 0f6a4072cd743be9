import type { Field } from '#domain/field.ts'
import type { EspnClient } from './espn-client.ts'
import { type Course, toCourses } from './espn-courses.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { toField } from './espn-normalise.ts'
import { FeedError } from './feed-error.ts'
import { type DatedField, type FeedOrder, judge, startOrder } from './feed-order.ts'

/** Runs `run` once after `ms`; what it returns calls that off. */
export type Timers = { after(ms: number, run: () => void): () => void }

export type FeedNews = {
  /** The question that it answers was asked then. */
  readonly askedAt: Date
  /** For scorecards; a field does not hold them. */
  readonly courses: readonly Course[]
}

export type FeedTrouble = {
  /** Since when the feed gives nothing, ISO 8601 UTC. */
  readonly since: string
  /** In words that may be shown. */
  readonly reason: string
  /** For the log. */
  readonly error: unknown
}

export type FeedPollerOptions = {
  readonly client: Pick<EspnClient, 'getLeaderboard'>
  readonly intervalMs: number
  readonly now: () => Date
  readonly timers: Timers
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number
  /** A field to be believed, which need not differ from the last. When it fails the field counts as not received. */
  readonly onField: (eventId: string, field: Field, news: FeedNews) => void | Promise<void>
  /** The feed answered, with news or without: a trouble has ended. After `onField`. */
  readonly onChecked: (eventId: string, askedAt: Date) => void
  /** With each question that came to nothing, until the event is over. Must not throw. */
  readonly onFault: (eventId: string, trouble: FeedTrouble) => void
}

export type FeedPoller = {
  /** Asks at once, and from then on again and again. `last` is the field kept from an earlier run, if any. */
  follow(eventId: string, last?: DatedField | null): void
  unfollow(eventId: string): void
  /** Asks an event that is followed, outside its turn; done when the answer is dealt with. Never throws. */
  askNow(eventId: string): Promise<void>
  /** Unfollows all. */
  stop(): void
}

type Followed = {
  readonly eventId: string
  order: FeedOrder
  failures: number
  failingSince: Date | null
  asksAfterEnd: number
  question: Promise<void> | null
  cancelTimer: () => void
}

/** While the feed fails it is asked less and less often, down to every fifth interval; so is an event that is over. */
const slowest = 5

/** The first faults are most often gone at the next interval; only then is it worth asking less often. */
const patience = 2

/** Late corrections come within the hour (12 times 5 minutes); then nothing changes any more and nobody asks. */
const asksAfterEnd = 12

/** So that servers which fail together do not ask together. */
const mostJitter = 0.2

/** When to ask the feed: one request per interval and event, however many people watch. Faults stay inside. */
export function createFeedPoller(options: FeedPollerOptions): FeedPoller {
  const { client, intervalMs, now, timers, random } = options
  const followed = new Map<string, Followed>()

  async function ask(event: Followed): Promise<void> {
    const isFollowed = () => followed.get(event.eventId) === event
    event.cancelTimer()
    try {
      await receive(event, isFollowed)
    } catch (error) {
      if (isFollowed()) noteFault(event, error)
    } finally {
      if (isFollowed()) schedule(event)
    }
  }

  async function receive(event: Followed, isFollowed: () => boolean): Promise<void> {
    const { eventId } = event
    const { body, askedAt } = await client.getLeaderboard(eventId)
    if (!isFollowed()) return
    const espnEvent = parseLeaderboard(body, eventId)
    const field = toField(espnEvent)
    const { verdict, order } = judge(event.order, { field, askedAt })
    if (verdict === 'believed')
      await options.onField(eventId, field, { askedAt, courses: toCourses(espnEvent) })
    event.order = order
    event.failures = 0
    event.failingSince = null
    if (isFollowed()) options.onChecked(eventId, askedAt)
  }

  function noteFault(event: Followed, error: unknown): void {
    event.failures += 1
    event.failingSince ??= now()
    // A board that is final does not grow old.
    if (event.order.believed?.field.event.completed) return
    const reason = error instanceof FeedError ? error.message : 'The scores could not be updated.'
    options.onFault(event.eventId, { since: event.failingSince.toISOString(), reason, error })
  }

  function schedule(event: Followed): void {
    const intervals = countIntervals(event)
    if (intervals !== null) {
      event.cancelTimer = timers.after(intervals * intervalMs, () => void askOnce(event))
    }
  }

  /** Until the next question; null when there is none. */
  function countIntervals(event: Followed): number | null {
    const { believed, doubts } = event.order
    if (believed?.field.event.completed && doubts === 0) {
      event.asksAfterEnd += 1
      return event.asksAfterEnd > asksAfterEnd ? null : slowest
    }
    event.asksAfterEnd = 0
    if (event.failures === 0) return 1
    return Math.min(slowest, Math.max(1, event.failures - patience)) * (1 + mostJitter * random())
  }

  function askOnce(event: Followed): Promise<void> {
    event.question ??= ask(event).finally(() => {
      event.question = null
    })
    return event.question
  }

  function unfollow(eventId: string): void {
    followed.get(eventId)?.cancelTimer()
    followed.delete(eventId)
  }

  return {
    follow(eventId, last = null) {
      if (followed.has(eventId)) return
      const event: Followed = {
        eventId,
        order: startOrder(last, now()),
        failures: 0,
        failingSince: null,
        asksAfterEnd: 0,
        question: null,
        cancelTimer: () => {},
      }
      followed.set(eventId, event)
      void askOnce(event)
    },
    unfollow,
    async askNow(eventId) {
      const event = followed.get(eventId)
      if (event) await askOnce(event)
    },
    stop() {
      for (const eventId of [...followed.keys()]) unfollow(eventId)
    },
  }
}
