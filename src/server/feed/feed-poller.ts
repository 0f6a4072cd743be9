import type { Field } from '#domain/field.ts'
import type { EspnClient } from './espn-client.ts'
import { type Course, toCourses } from './espn-courses.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { type AcceptanceState, evaluate, startAcceptance, type TimestampedField } from './feed-acceptance.ts'
import { FeedError } from './feed-error.ts'

/** Runs `run` once after `ms`; what it returns calls that off. */
export type Scheduler = { after(ms: number, run: () => void): () => void }

export type FeedUpdate = {
  /** The question that it answers was asked then. */
  readonly askedAt: Date
  /** For scorecards; a field does not hold them. */
  readonly courses: readonly Course[]
}

export type FeedFailure = {
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
  readonly timers: Scheduler
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number
  /** A field to be believed, which need not differ from the last. When it fails the field counts as not received. */
  readonly onField: (eventId: string, field: Field, news: FeedUpdate) => void | Promise<void>
  /** The feed answered, with news or without: a trouble has ended. After `onField`. */
  readonly onChecked: (eventId: string, askedAt: Date) => void
  /** With each question that came to nothing, until the event is over. Must not throw. */
  readonly onFailure: (eventId: string, failure: FeedFailure) => void
}

export type FeedPoller = {
  /** Asks at once, and from then on again and again. `last` is the field kept from an earlier run, if any. */
  startPolling(eventId: string, last?: TimestampedField | null): void
  stopPolling(eventId: string): void
  /** Asks an event that is followed, outside its turn; done when the answer is dealt with. Never throws. */
  pollNow(eventId: string): Promise<void>
  /** Unfollows all. */
  stop(): void
}

type PolledEvent = {
  readonly eventId: string
  order: AcceptanceState
  failures: number
  failingSince: Date | null
  asksAfterEnd: number
  pending: Promise<void> | null
  cancelTimer: () => void
}

/** While the feed fails it is asked less and less often, down to every fifth interval; so is an event that is over. */
const maxBackoffIntervals = 5

/** The first faults are most often gone at the next interval; only then is it worth asking less often. */
const failuresBeforeBackoff = 2

/** Late corrections come within the hour (12 times 5 minutes); then nothing changes any more and nobody asks. */
const asksAfterEnd = 12

/** So that servers which fail together do not ask together. */
const maxJitter = 0.2

/** When to ask the feed: one request per interval and event, however many people watch. Faults stay inside. */
export function createFeedPoller(options: FeedPollerOptions): FeedPoller {
  const { client, intervalMs, now, timers, random } = options
  const polled = new Map<string, PolledEvent>()

  async function poll(event: PolledEvent): Promise<void> {
    const isFollowed = () => polled.get(event.eventId) === event
    event.cancelTimer()
    try {
      await receive(event, isFollowed)
    } catch (error) {
      if (isFollowed()) recordFailure(event, error)
    } finally {
      if (isFollowed()) schedule(event)
    }
  }

  async function receive(event: PolledEvent, isFollowed: () => boolean): Promise<void> {
    const { eventId } = event
    const { body, askedAt } = await client.getLeaderboard(eventId)
    if (!isFollowed()) return
    const espnEvent = parseLeaderboard(body, eventId)
    const field = toField(espnEvent)
    const { verdict, order } = evaluate(event.order, { field, askedAt })
    if (verdict === 'accepted')
      await options.onField(eventId, field, { askedAt, courses: toCourses(espnEvent) })
    event.order = order
    event.failures = 0
    event.failingSince = null
    if (isFollowed()) options.onChecked(eventId, askedAt)
  }

  function recordFailure(event: PolledEvent, error: unknown): void {
    event.failures += 1
    event.failingSince ??= now()
    // A board that is final does not grow old.
    if (event.order.accepted?.field.event.completed) return
    const reason = error instanceof FeedError ? error.message : 'The scores could not be updated.'
    options.onFailure(event.eventId, { since: event.failingSince.toISOString(), reason, error })
  }

  function schedule(event: PolledEvent): void {
    const intervals = countIntervals(event)
    if (intervals !== null) {
      event.cancelTimer = timers.after(intervals * intervalMs, () => void askOnce(event))
    }
  }

  /** Until the next question; null when there is none. */
  function countIntervals(event: PolledEvent): number | null {
    const { accepted, suspectCount } = event.order
    if (accepted?.field.event.completed && suspectCount === 0) {
      event.asksAfterEnd += 1
      return event.asksAfterEnd > asksAfterEnd ? null : maxBackoffIntervals
    }
    event.asksAfterEnd = 0
    if (event.failures === 0) return 1
    return (
      Math.min(maxBackoffIntervals, Math.max(1, event.failures - failuresBeforeBackoff)) *
      (1 + maxJitter * random())
    )
  }

  function askOnce(event: PolledEvent): Promise<void> {
    event.pending ??= poll(event).finally(() => {
      event.pending = null
    })
    return event.pending
  }

  function stopPolling(eventId: string): void {
    polled.get(eventId)?.cancelTimer()
    polled.delete(eventId)
  }

  return {
    startPolling(eventId, last = null) {
      if (polled.has(eventId)) return
      const event: PolledEvent = {
        eventId,
        order: startAcceptance(last, now()),
        failures: 0,
        failingSince: null,
        asksAfterEnd: 0,
        pending: null,
        cancelTimer: () => {},
      }
      polled.set(eventId, event)
      void askOnce(event)
    },
    stopPolling,
    async pollNow(eventId) {
      const event = polled.get(eventId)
      if (event) await askOnce(event)
    },
    stop() {
      for (const eventId of [...polled.keys()]) stopPolling(eventId)
    },
  }
}
