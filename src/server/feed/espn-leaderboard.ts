import * as z from 'zod/mini'
import { findUnsupported } from './espn-supported.ts'
import { digits, flag, imageUrl, instant, lenient, listOf, parseToPar, text, whole } from './espn-values.ts'
import { FeedError } from './feed-error.ts'

/** The leaderboard body: only what we use. Unknown fields are ignored; missing ones are null, "" or []. */

const statusType = lenient({
  id: text,
  name: text,
  state: text,
  completed: flag,
  description: text,
  detail: text,
  shortDetail: text,
})

/** To par: an object on this call, a plain text on its sister call. Whatever else it is says nothing. */
const toParValue = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    const plain = typeof value === 'string' || typeof value === 'number'
    return parseToPar(z.parse(scoreText, plain ? { displayValue: value } : value).displayValue)
  }),
)
const scoreText = lenient({ displayValue: text })

const statistic = lenient({ name: text, value: whole, displayValue: text })

const roundLine = lenient({
  period: whole,
  value: whole,
  displayValue: text,
  isPlayoff: flag,
  teeTime: instant,
})

const competitor = lenient({
  id: digits,
  sortOrder: whole,
  movement: whole,
  amateur: flag,
  score: toParValue,
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
    period: whole,
    type: statusType,
    displayValue: text,
    teeTime: instant,
    position: lenient({ displayName: text }),
    thru: whole,
    displayThru: text,
    behindCurrentRound: flag,
  }),
})

const course = lenient({
  id: text,
  name: text,
  shotsToPar: whole,
  host: flag,
  holes: listOf(lenient({ number: whole, shotsToPar: whole })),
})

const competitionSchema = lenient({
  status: lenient({ period: whole, type: statusType }),
  competitors: listOf(competitor),
})

const event = lenient({
  id: digits,
  name: text,
  shortName: text,
  date: instant,
  season: lenient({ year: whole }),
  status: lenient({ type: statusType }),
  tournament: lenient({ displayName: text, cutRound: whole, cutScore: whole, cutCount: whole }),
  courses: listOf(course),
  competitions: listOf(competitionSchema),
})

export type EspnCompetitor = z.infer<typeof competitor>
export type EspnCompetition = z.infer<typeof competitionSchema>
export type EspnRoundLine = z.infer<typeof roundLine>
export type EspnStatusType = z.infer<typeof statusType>
export type EspnCourse = z.infer<typeof course>
export type EspnEvent = z.infer<typeof event> & { readonly competition: EspnCompetition }

const envelope = z.object({ events: z.array(z.unknown()) })
const identified = lenient({ id: digits })

/**
 * The event that was asked for, typed. Throws `FeedError`: `unknown-event` when the body does not hold it, `not-supported`
 * when the pool cannot score it, `invalid` when golfers or their states are missing from an event that has begun.
 * Before that a field may be empty: it is published a day or two before the start.
 */
export function parseLeaderboard(body: unknown, eventId: string): EspnEvent {
  const raw = findEvent(body, eventId)
  const unsupported = findUnsupported(raw)
  if (unsupported) throw new FeedError('not-supported', unsupported)
  const parsed = z.parse(event, raw)
  const competition = parsed.competitions[0] ?? z.parse(competitionSchema, {})
  requireWhole(parsed, competition)
  return { ...parsed, competition }
}

/** By its id, never by its place: in some weeks the body holds two events, in others last week's. */
function findEvent(body: unknown, eventId: string): unknown {
  const result = z.safeParse(envelope, body)
  if (!result.success) {
    // An error of the feed's own comes as {code, detail}.
    if (z.safeParse(z.object({ code: z.unknown() }), body).success) throw unknownEvent(eventId)
    throw new FeedError('invalid', 'The answer of the sports feed holds no list of events.', result.error)
  }
  const found = result.data.events.find((candidate) => z.parse(identified, candidate).id === eventId)
  if (found === undefined) throw unknownEvent(eventId)
  return found
}

function unknownEvent(eventId: string): FeedError {
  return new FeedError('unknown-event', `The sports feed does not know the event ${eventId}.`)
}

/** A board with a golfer missing, or with nobody's state, would disqualify entries: better the last good one. */
function requireWhole(
  { status: { type } }: z.infer<typeof event>,
  { competitors, status }: EspnCompetition,
): void {
  if (competitors.some(({ id, athlete }) => id === '' && athlete.id === '')) {
    throw broken('a golfer without an id')
  }
  const isUnderway = (status.period ?? 0) > 0 || type.state === 'in' || isOver(type)
  if (!isUnderway) return
  if (competitors.length === 0) throw broken('no golfers, though play has begun')
  if (competitors.some(({ status }) => status.type.id === '' && status.type.name === '')) {
    throw broken('a golfer without a status')
  }
}

function broken(what: string): FeedError {
  return new FeedError('invalid', `The answer of the sports feed is incomplete: ${what}.`)
}

/** Play of the whole event is over, not just that of a round. */
export function isOver({ completed, name }: EspnStatusType): boolean {
  return completed || name === 'STATUS_FINAL'
}
