import { type Field, noValue } from '#domain/field/field.ts'
import { isMajorLoss } from '#domain/tournament/unavailable-golfers.ts'

/** A field, and the time of the request that returned it. */
export type TimestampedField = {
  readonly field: Field
  readonly requestedAt: Date
}

export type AcceptanceState = {
  readonly accepted: TimestampedField | null
  /** The latest request that was evaluated, accepted or suspect. */
  readonly requestedAt: Date | null
  /** Responses in a row that went backwards. */
  readonly suspectCount: number
}

/** `outdated`: a later request has been answered already. `suspect`: the response goes backwards. */
export type Verdict = 'accepted' | 'outdated' | 'suspect'

const suspectsToAccept = 3

/** `last` is the stored field. If another machine's clock dated it in the future, new responses must still count. */
export function startAcceptance(last: TimestampedField | null, now: Date): AcceptanceState {
  return {
    accepted: last,
    requestedAt: last && last.requestedAt < now ? last.requestedAt : null,
    suspectCount: 0,
  }
}

/** Decides whether `candidate` replaces the accepted field, and returns the next state (docs/rules.md, 7.4). */
export function evaluate(
  state: AcceptanceState,
  candidate: TimestampedField,
): { verdict: Verdict; state: AcceptanceState } {
  const { requestedAt } = candidate
  if (state.requestedAt && requestedAt <= state.requestedAt) return { verdict: 'outdated', state }
  const isBackwards = state.accepted !== null && goesBackwards(state.accepted.field, candidate.field)
  const suspectCount = isBackwards ? state.suspectCount + 1 : 0
  if (suspectCount > 0 && suspectCount < suspectsToAccept)
    return { verdict: 'suspect', state: { ...state, requestedAt, suspectCount } }
  return { verdict: 'accepted', state: { accepted: candidate, requestedAt, suspectCount: 0 } }
}

function goesBackwards(before: Field, after: Field): boolean {
  return (
    furthestRound(after) < furthestRound(before) || isMajorLoss(countLosses(before, after), before.golfersScores.length)
  )
}

/** Whether `candidate` has at least the rounds and holes of `shown`. */
export function isAsFarAs(candidate: Field, shown: Field): boolean {
  return furthestRound(candidate) >= furthestRound(shown) && countHoles(candidate) >= countHoles(shown)
}

function countHoles({ golfersScores }: Field): number {
  return golfersScores.reduce((sum, { round1Score, round2Score, round3Score, round4Score, thru }) => {
    const rounds = [round1Score, round2Score, round3Score, round4Score].filter((score) => score !== noValue).length
    const underWay = Number(thru)
    return sum + 18 * rounds - (underWay > 0 ? 18 - underWay : 0)
  }, 0)
}

/** The end counts as the last round: after a play-off (round 5), some final bodies name round 4. */
function furthestRound({ currentRound, event }: Field): number {
  return event.completed ? Number.POSITIVE_INFINITY : currentRound
}

/** Golfers who have disappeared, or have fewer strokes: for example, an older response from a cache. */
function countLosses(before: Field, after: Field): number {
  const strokes = new Map(after.golfersScores.map(({ espnId, total }) => [espnId, total]))
  return before.golfersScores.filter(({ espnId, total }) => (strokes.get(espnId) ?? -1) < total).length
}
