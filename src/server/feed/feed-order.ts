import type { Field } from '#domain/field.ts'

/** A field, and when the question was asked that it answers. */
export type DatedField = {
  readonly field: Field
  readonly askedAt: Date
}

/** What is believed, and how far a contradiction of it has come. */
export type FeedOrder = {
  readonly believed: DatedField | null
  /** When the last question was asked whose answer counted, believed or not. */
  readonly askedAt: Date | null
  /** Answers in a row that went backwards. */
  readonly doubts: number
}

/** `late`: an answer to an earlier question than one already answered. `doubted`: it goes backwards. */
export type Verdict = 'believed' | 'late' | 'doubted'

const doubtsToBelieve = 3

/** `last` is kept from an earlier run. One from the future (another machine's clock) must not make all news late. */
export function startOrder(last: DatedField | null, now: Date): FeedOrder {
  return { believed: last, askedAt: last && last.askedAt < now ? last.askedAt : null, doubts: 0 }
}

/**
 * May `arrived` replace what is believed? News is in order of asking. A body that goes backwards is believed only when
 * it has come three times running: then the feed means it (decisions, section 10).
 */
export function judge(order: FeedOrder, arrived: DatedField): { verdict: Verdict; order: FeedOrder } {
  const { askedAt } = arrived
  if (order.askedAt && askedAt <= order.askedAt) return { verdict: 'late', order }
  const isBackwards = order.believed !== null && goesBackwards(order.believed.field, arrived.field)
  const doubts = isBackwards ? order.doubts + 1 : 0
  if (doubts > 0 && doubts < doubtsToBelieve)
    return { verdict: 'doubted', order: { ...order, askedAt, doubts } }
  return { verdict: 'believed', order: { believed: arrived, askedAt, doubts: 0 } }
}

/** A smaller round, final no more, or all golfers or all strokes gone. */
function goesBackwards(before: Field, after: Field): boolean {
  return (
    furthestRound(after) < furthestRound(before) ||
    (hasStrokes(before) && !hasStrokes(after)) ||
    (before.golfersScores.length > 0 && after.golfersScores.length === 0)
  )
}

/** Nothing lies beyond the end: after a play-off, round 5, some bodies tell that the event ended in round 4. */
function furthestRound({ currentRound, event }: Field): number {
  return event.completed ? Number.POSITIVE_INFINITY : currentRound
}

function hasStrokes({ golfersScores }: Field): boolean {
  return golfersScores.some(({ total }) => total > 0)
}
