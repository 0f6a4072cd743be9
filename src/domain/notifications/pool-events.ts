import { countRounds, type Field } from '#domain/field/field.ts'
import { listTied } from '#domain/standings/podium.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { StartTimes } from '#domain/tournament/tournament.ts'

/**
 * The events of a tournament that users can be notified about (docs/rules.md, 9.5). Pure: the server stores the state
 * and announces each event once.
 */

export const poolEventKinds = [
  'entries-open',
  'closing-24h',
  'closing-2h',
  'locked',
  'round-end',
  'cut',
  'lead-change',
  'correction',
  'entry-change',
  'results',
  'scores',
] as const
export type PoolEventKind = (typeof poolEventKinds)[number]

const minute = 60_000
const hour = 60 * minute

/** Time after a round until the field has been cut and the first corrections have come. */
const roundSettleMs = 10 * minute
/** Longer for a change of the lead, because a single putt can reverse it. */
const leaderSettleMs = 2 * minute
/** Events that may be older than this, because the feed or the server was down, are not announced. */
const maxDelayMs = 3 * hour
/** Time after the lock until the last save before it has been committed. */
const lockDelayMs = 10_000
/** If more users share the lead, it is too early to mean anything. */
const maxLeaders = 100

/** The TTL of an announcement. */
const lifetimeMs = 3 * hour
const leadLifetimeMs = 15 * minute

/** An event that depends on the clock alone. After `expiresAt` it is no longer worth announcing. */
export type TimedEvent = ReturnType<typeof findTimedEvents>[number]

/**
 * The timed events that are due now. The keys of those before the lock contain the start, because a new start makes a
 * new deadline. A deadline that was already this close when entries opened is not announced.
 */
export function findTimedEvents(
  { start, startedAt = null }: StartTimes,
  { now, openedAt }: { now: Date; openedAt: Date | null },
) {
  const at = Date.parse(start)
  const time = now.getTime()
  const wasOpenBefore = (moment: number) => startedAt === null && (openedAt === null || openedAt.getTime() < moment)
  const events = [
    { kind: 'closing-24h', key: `closing-24h:${start}`, from: at - 24 * hour, to: at - 2 * hour },
    { kind: 'closing-2h', key: `closing-2h:${start}`, from: at - 2 * hour, to: at },
    { kind: 'locked', key: 'locked', from: at + lockDelayMs, to: at + lifetimeMs },
  ] as const
  return events
    .filter(({ kind, from, to }) => time >= from && time < to && (kind === 'locked' || wasOpenBefore(from)))
    .map(({ kind, key, to }) => ({ kind, key, expiresAt: new Date(to) }))
}

/** The state of an event according to one fresh feed response. */
export type Observation = {
  /** When the feed sent it: ISO 8601. */
  readonly at: string
  /** How many rounds the event has. */
  readonly rounds: number
  /** The conditions that hold: `round-end:1` to the last round's, `cut`. */
  readonly conditions: readonly string[]
  /** The user ids of those in first place, ascending; null until the last round but one has ended. */
  readonly leaders: readonly number[] | null
  /** The last round is under way, so a change of the lead is announced. */
  readonly isLastRound: boolean
}

/** The accumulated state of all responses so far. */
export type WatchState = {
  /** For each condition, when it was last seen false and since when it has been true. */
  readonly conditions: Readonly<Record<string, { readonly absentAt: string | null; readonly heldSince: string | null }>>
  /** The confirmed leaders. */
  readonly leaders: readonly number[] | null
  /** The leaders in the latest responses, not confirmed yet. */
  readonly rivals: { readonly leaders: readonly number[]; readonly since: string } | null
}

export const emptyWatchState: WatchState = { conditions: {}, leaders: null, rivals: null }

/** `isLate`: recorded, but not announced. */
export type ObservedEvent = { readonly isLate: boolean; readonly expiresAt: Date; readonly key: string } & (
  | { readonly kind: 'round-end'; readonly round: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'lead-change'; readonly before: readonly number[]; readonly after: readonly number[] }
)

/** The conditions of an event, each with the time for which all responses must agree before it is believed. */
function listWatchedConditions(rounds: number): (readonly [key: string, settleMs: number])[] {
  const ends = Array.from({ length: rounds }, (_, index) => {
    const round = index + 1
    return [`round-end:${round}`, round === rounds ? minute : roundSettleMs] as const
  })
  return [...ends, ['cut', minute]]
}

/** Derives an observation from a field. `standings` is null while picks are hidden. */
export function observe(field: Field, standings: Standings | null, at: string): Observation {
  const ended = countEndedRounds(field)
  const conditions = Array.from({ length: ended }, (_, index) => `round-end:${index + 1}`)
  if (isCutMade(field)) conditions.push('cut')
  const rounds = countRounds(field.event)
  const isLastRound = field.currentRound >= rounds && !field.event.completed
  const counts = isLastRound || ended >= rounds - 1
  return { at, rounds, conditions, leaders: counts && standings ? listLeaders(standings) : null, isLastRound }
}

/** The number of rounds that have ended, without a play-off. */
export function countEndedRounds({ currentRound, event }: Pick<Field, 'currentRound' | 'event'>): number {
  const isComplete = event.completed || /\bcomplete\b/i.test(event.roundStatus)
  return Math.max(0, Math.min(countRounds(event), isComplete ? currentRound : currentRound - 1))
}

/** Whether no round follows this one: it is the event's last, or the event was shortened to it. */
export function isLastRound(field: Pick<Field, 'currentRound' | 'event'>, round: number): boolean {
  return round >= countRounds(field.event) || (field.event.completed && countEndedRounds(field) <= round)
}

/** The line is no longer projected and several golfers are marked CUT; a single one may be a feed error. */
export function isCutMade({ cutline, golfersScores }: Pick<Field, 'cutline' | 'golfersScores'>): boolean {
  return cutline === null && golfersScores.filter(({ position }) => position === 'CUT').length >= 3
}

/** The user ids of those in first place, ascending; null if nobody has a place, or if too many share it. */
export function listLeaders(standings: Standings): number[] | null {
  const leaders = listTied(standings, 1).map(({ userId }) => userId)
  return leaders.length === 0 || leaders.length > maxLeaders ? null : leaders.sort((a, b) => a - b)
}

/**
 * Adds an observation. An event is certain once all responses over its time agree on it, so that a single response is
 * never enough. A condition that became true during a gap of more than `maxDelayMs` is late.
 */
export function advance(state: WatchState, observation: Observation, known: ReadonlySet<string>) {
  const events: ObservedEvent[] = []
  const conditions: Record<string, WatchState['conditions'][string]> = {}
  for (const [key, settleMs] of listWatchedConditions(observation.rounds)) {
    if (known.has(key)) continue
    const before = state.conditions[key] ?? { absentAt: null, heldSince: null }
    const holds = observation.conditions.includes(key)
    const absentAt = holds ? before.absentAt : observation.at
    const heldSince = holds ? (before.heldSince ?? observation.at) : null
    if (heldSince !== null && msBetween(heldSince, observation.at) >= settleMs)
      events.push(toConditionEvent(key, { absentAt, heldSince }))
    else conditions[key] = { absentAt, heldSince }
  }
  const lead = advanceLead(state, observation)
  return { state: { conditions, ...lead.state }, events: [...events, ...lead.events] }
}

function toConditionEvent(key: string, held: { absentAt: string | null; heldSince: string }): ObservedEvent {
  const isLate = held.absentAt === null || msBetween(held.absentAt, held.heldSince) > maxDelayMs
  const event = { key, isLate, expiresAt: new Date(Date.parse(held.heldSince) + lifetimeMs) }
  const [kind, round] = key.split(':')
  return kind === 'cut' ? { kind, ...event } : { kind: 'round-end', round: Number(round), ...event }
}

type LeadState = Pick<WatchState, 'leaders' | 'rivals'>

function advanceLead(state: LeadState, { at, leaders, isLastRound }: Observation) {
  if (leaders === null) return { state: { leaders: state.leaders, rivals: null }, events: [] }
  // Before the last round, the leaders are only recorded.
  if (state.leaders === null || !isLastRound || isSame(state.leaders, leaders))
    return { state: { leaders, rivals: null }, events: [] }
  const since = state.rivals && isSame(state.rivals.leaders, leaders) ? state.rivals.since : at
  if (msBetween(since, at) < leaderSettleMs) {
    return { state: { leaders: state.leaders, rivals: { leaders, since } }, events: [] }
  }
  const change: ObservedEvent = {
    kind: 'lead-change',
    key: `lead-change:${since}`,
    isLate: false,
    expiresAt: new Date(Date.parse(at) + leadLifetimeMs),
    before: state.leaders,
    after: leaders,
  }
  return { state: { leaders, rivals: null }, events: [change] }
}

const isSame = (before: readonly number[], after: readonly number[]) => before.join() === after.join()

const msBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)
