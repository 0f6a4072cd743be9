import type { EspnClient } from '../feed/espn-client.ts'
import { type EventSummary, type FieldMember, listField, toEventSummary } from '../feed/espn-event-summary.ts'
import { parseLeaderboard } from '../feed/espn-leaderboard.ts'
import type { FeedError } from '../feed/feed-error.ts'

/** What an organiser needs to know of an event. */
export type EventField = {
  readonly summary: EventSummary
  /** Empty until the field is published, a day or two before the start. */
  readonly golfers: readonly FieldMember[]
}

export type EventLookup = {
  /** Throws `FeedError`. */
  find(espnId: string): Promise<EventField>
  /** The next to ask gets the feed's own answer. */
  clear(): void
}

type Options = { client: Pick<EspnClient, 'getLeaderboard'>; now: () => Date }

/** While a form is filled in, its fields are left one after another: that is one question to the feed. */
const heldMs = 20_000
const mostHeld = 20
/** What the columns hold. */
const longestGolferName = 100
const longestEventName = 200

export function createEventLookup({ client, now }: Options): EventLookup {
  const held = new Map<string, { event: EventField; until: number }>()

  return {
    async find(espnId) {
      const known = held.get(espnId)
      if (known && now().getTime() < known.until) return known.event
      const { body } = await client.getLeaderboard(espnId)
      const event = toEventField(body, espnId)
      held.delete(espnId)
      held.set(espnId, { event, until: now().getTime() + heldMs })
      const [oldest] = held.keys()
      if (held.size > mostHeld && oldest !== undefined) held.delete(oldest)
      return event
    },

    clear() {
      held.clear()
    },
  }
}

/**
 * Why the event can never be played, in words; null when it may be another time: the feed did not answer, or not whole.
 */
export function findUnplayable(error: FeedError): string | null {
  if (error.reason === 'unknown-event' || error.reason === 'not-supported') return error.message
  return error.status === 404 ? 'The sports feed does not know this event.' : null
}

function toEventField(body: unknown, espnId: string): EventField {
  const event = parseLeaderboard(body, espnId)
  const summary = toEventSummary(event)
  return {
    summary: { ...summary, name: cut(summary.name, longestEventName) },
    golfers: listField(event).map((golfer) => ({ ...golfer, name: cut(golfer.name, longestGolferName) })),
  }
}

function cut(text: string, letters: number): string {
  return text.length <= letters ? text : Array.from(text).slice(0, letters).join('').trim()
}
