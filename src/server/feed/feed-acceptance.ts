import type { Field } from '#domain/field.ts'

/** A field, and when the question was asked that it answers. */
export type TimestampedField = {
  readonly field: Field
  readonly requestedAt: Date
}

/** What is believed, and how far a contradiction of it has come. */
export type AcceptanceState = {
  readonly accepted: TimestampedField | null
  /** When the last question was asked whose answer counted, believed or not. */
  readonly requestedAt: Date | null
  /** Answers in a row that went backwards. */
  readonly suspectCount: number
}

/** `late`: an answer to an earlier question than one already answered. `doubted`: it goes backwards. */
export type Verdict = 'accepted' | 'outdated' | 'suspect'

const suspectsToAccept = 3

/** `last` is kept from an earlier run. One from the future (another machine's clock) must not make all news late. */
export function startAcceptance(last: TimestampedField | null, now: Date): AcceptanceState {
  return {
    accepted: last,
    requestedAt: last && last.requestedAt < now ? last.requestedAt : null,
    suspectCount: 0,
  }
}

/**
 * May `candidate` replace what is believed? News is in order of asking. A body that goes backwards is believed only when
 * it has come three times running: then the feed means it (decisions, section 10).
 */
export function evaluate(
  order: AcceptanceState,
  candidate: TimestampedField,
): { verdict: Verdict; order: AcceptanceState } {
  const { requestedAt } = candidate
  if (order.requestedAt && requestedAt <= order.requestedAt) return { verdict: 'outdated', order }
  const isBackwards = order.accepted !== null && goesBackwards(order.accepted.field, candidate.field)
  const suspectCount = isBackwards ? order.suspectCount + 1 : 0
  if (suspectCount > 0 && suspectCount < suspectsToAccept)
    return { verdict: 'suspect', order: { ...order, requestedAt, suspectCount } }
  return { verdict: 'accepted', order: { accepted: candidate, requestedAt, suspectCount: 0 } }
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
