import * as z from 'zod/mini'
import { isMajorLoss } from '#domain/tournament/unavailable-golfers.ts'
import { findUnsupportedReason } from './espn-event-support.ts'
import { FeedError } from './feed-error.ts'
import {
  digits,
  flag,
  imageUrl,
  instant,
  integer,
  lenient,
  listOf,
  parseToPar,
  reading,
  text,
} from './lenient-schemas.ts'

/** The parts of the leaderboard body that are used. Unknown fields are ignored; missing ones become null, "" or []. */

const statusType = lenient({
  id: text,
  name: text,
  state: text,
  completed: flag,
  description: text,
  detail: text,
  shortDetail: text,
})

/** The score to par: an object here, plain text in the feed's scoreboard, "WD" for some withdrawals. Anything else is null. */
const scoreValue = reading((value) => {
  const plain = typeof value === 'string' || typeof value === 'number'
  const { displayValue } = z.parse(scoreText, plain ? { displayValue: value } : value)
  return { toPar: parseToPar(displayValue), displayValue }
})
const scoreText = lenient({ displayValue: text })

const statistic = lenient({ name: text, value: integer, displayValue: text })

const roundLine = lenient({
  period: integer,
  value: integer,
  displayValue: text,
  isPlayoff: flag,
  teeTime: instant,
})

const competitor = lenient({
  id: digits,
  sortOrder: integer,
  movement: integer,
  amateur: flag,
  score: scoreValue,
  statistics: listOf(statistic),
  linescores: listOf(roundLine),
  athlete: lenient({
    id: digits,
    displayName: text,
    shortName: text,
    lastName: text,
    amateur: flag,
    flag: lenient({ href: imageUrl }),
  }),
  status: lenient({
    period: integer,
    type: statusType,
    displayValue: text,
    teeTime: instant,
    position: lenient({ displayName: text }),
    thru: integer,
    displayThru: text,
  }),
})

const course = lenient({
  id: text,
  name: text,
  shotsToPar: integer,
  host: flag,
  holes: listOf(lenient({ number: integer, shotsToPar: integer })),
})

const competitionSchema = lenient({
  status: lenient({ period: integer, type: statusType }),
  competitors: listOf(competitor),
})

const event = lenient({
  id: digits,
  name: text,
  shortName: text,
  date: instant,
  season: lenient({ year: integer }),
  status: lenient({ type: statusType }),
  tournament: lenient({
    displayName: text,
    numberOfRounds: integer,
    cutRound: integer,
    cutScore: integer,
    cutCount: integer,
  }),
  courses: listOf(course),
  competitions: listOf(competitionSchema),
})

export type EspnCompetitor = z.infer<typeof competitor>
export type EspnCompetition = z.infer<typeof competitionSchema>
export type EspnStatusType = z.infer<typeof statusType>
export type EspnCourse = z.infer<typeof course>
export type EspnEvent = z.infer<typeof event> & { readonly competition: EspnCompetition }

const envelope = z.object({ events: z.array(z.unknown()) })
const identified = lenient({ id: digits })

/**
 * The requested event. Throws `FeedError`: `unknown-event` when the body lacks it, `not-supported` when the pool cannot
 * score it (docs/rules.md, 7.2), `invalid` when it is incomplete (7.3). Before play the field may be empty: it is
 * published a day or two before the start.
 */
export function parseLeaderboard(body: unknown, eventId: string): EspnEvent {
  const raw = findEvent(body, eventId)
  const unsupported = findUnsupportedReason(raw)
  if (unsupported) throw new FeedError('not-supported', unsupported)
  const parsed = z.parse(event, raw)
  const competition = parsed.competitions[0] ?? z.parse(competitionSchema, {})
  requireComplete(parsed, competition)
  return { ...parsed, competition }
}

/** Finds an event by id, never by index: some weeks have two events, and some bodies still contain last week's. */
function findEvent(body: unknown, eventId: string): unknown {
  const result = z.safeParse(envelope, body)
  if (!result.success) {
    // The feed's own errors are {code, detail}.
    if (z.safeParse(z.object({ code: z.unknown() }), body).success) throw unknownEvent(eventId)
    throw new FeedError('invalid', 'The response from the sports feed contains no list of events.', result.error)
  }
  const found = result.data.events.find((candidate) => z.parse(identified, candidate).id === eventId)
  if (found === undefined) throw unknownEvent(eventId)
  return found
}

function unknownEvent(eventId: string): FeedError {
  return new FeedError('unknown-event', `The sports feed does not know the event ${eventId}.`)
}

/** Missing golfers and statuses would disqualify entries, so the last good scores stay instead (docs/rules.md, 7.3). */
function requireComplete({ status: { type } }: z.infer<typeof event>, { competitors, status }: EspnCompetition): void {
  const identified = competitors.filter(hasId)
  const missing = competitors.length - identified.length
  if (isMajorLoss(missing, competitors.length)) throw incompleteError(`${missing} golfers without an id`)
  const isUnderway = (status.period ?? 0) > 0 || type.state === 'in' || isOver(type)
  if (!isUnderway) return
  if (identified.length === 0) throw incompleteError('no golfers although play has begun')
  if (identified.some(({ status }) => status.type.id === '' && status.type.name === '')) {
    throw incompleteError('a golfer without a status')
  }
}

/** A few rows have none. */
export function hasId({ id, athlete }: EspnCompetitor): boolean {
  return id !== '' || athlete.id !== ''
}

function incompleteError(what: string): FeedError {
  return new FeedError('invalid', `The response from the sports feed is incomplete: ${what}.`)
}

/** The whole event is over, not just a round. */
export function isOver({ completed, name }: EspnStatusType): boolean {
  return completed || name === 'STATUS_FINAL'
}
