import { projectCutline } from '#domain/field/cut-line.ts'
import { type EventState, type Field, type Golfer, noValue, toMovement } from '#domain/field/field.ts'
import { isMajorLoss } from '#domain/tournament/unavailable-golfers.ts'
import { findHostPar } from './espn-courses.ts'
import { type CompetitorRounds, type EventProgress, isEventOver, toEventProgress } from './espn-event-progress.ts'
import { toEspnId, toGolfer } from './espn-golfer.ts'
import { type EspnCompetitor, type EspnEvent, hasId } from './espn-leaderboard.ts'
import { findRounds, type PlayedRounds, toKnownRounds, toPlayedRounds } from './espn-rounds.ts'
import { FeedError } from './feed-error.ts'

/**
 * Converts an event of the feed to the field of the domain. `previous` is the last accepted field: values that the response
 * lacks for individual golfers stay unchanged. Throws `FeedError` if it lacks most of them (docs/rules.md, 7.3).
 */
export function toField(event: EspnEvent, previous: Field | null = null): Field {
  const { competitors } = identifyCompetitors(event, previous)
  if (previous) requireKnownScores(event, competitors, previous)
  const base = previous && isEarlierRound(event, previous) ? null : previous
  const known = new Map(base?.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const lastRound = findRounds(event, base)
  const field = competitors.map((competitor) =>
    toCompetitorRounds(competitor, known.get(toEspnId(competitor)), event, lastRound),
  )
  const progress = toEventProgress(event, field, base)
  const { cutRound, cutScore, cutCount } = event.tournament
  return {
    event: toEventState(event, base),
    currentRound: progress.currentRound,
    cutline: projectCutline({
      cut: { round: cutRound ?? 0, score: cutScore ?? 0, count: cutScore === null ? 0 : (cutCount ?? 0) },
      currentRound: progress.currentRound,
      isPlayComplete: progress.isPlayComplete,
    }),
    golfersScores: [
      ...field.map((competitorRounds, index) => toGolfer(competitorRounds, progress, index)),
      ...(base ? toUnlistedGolfers(base, field, progress) : []),
    ],
  }
}

/**
 * Each golfer once, in the feed's sort order; the list itself is rarely sorted. A row without an id is that of the golfer of its
 * name on the last leaderboard, if the feed lists them in no other row; the names of the others are `unidentified`.
 */
export function identifyCompetitors({ competition }: EspnEvent, previous: Field | null) {
  const order = ({ sortOrder }: EspnCompetitor) => sortOrder ?? Number.MAX_SAFE_INTEGER
  const listed = new Set(competition.competitors.filter(hasId).map(toEspnId))
  const unlisted = previous?.golfersScores.filter(({ espnId }) => !listed.has(espnId)) ?? []
  const identified = competition.competitors.map((row) => {
    const [known, namesake] = hasId(row) ? [] : unlisted.filter(({ fullName }) => fullName === row.athlete.displayName)
    return known && !namesake ? { ...row, id: known.espnId } : row
  })
  const sorted = identified.filter(hasId).toSorted((a, b) => order(a) - order(b))
  return {
    competitors: [...Map.groupBy(sorted, toEspnId).values()].flatMap(([first]) => first ?? []),
    unidentified: identified
      .filter((row) => !hasId(row))
      .map(({ athlete }) => athlete.displayName || 'a golfer without a name'),
  }
}

/** The short name where there is one. */
export function toEventName(event: EspnEvent): string {
  return findEventName(event) || `Event ${event.id}`
}

/** The event's name; empty if the feed has none. */
function findEventName({ shortName, name, tournament }: EspnEvent): string {
  return shortName || name || tournament.displayName
}

/** The year of the season, which can differ from the calendar year. */
export function toSeason({ season, date }: EspnEvent): number {
  return season.year ?? Number(date?.slice(0, 4) ?? 0)
}

function toEventState(event: EspnEvent, previous: Field | null): EventState {
  const { type } = event.status
  const known = previous?.event
  const completed = isEventOver(event, previous)
  return {
    name: findEventName(event) || known?.name || toEventName(event),
    season: toSeason(event) || (known?.season ?? 0),
    status: type.name || (completed ? 'STATUS_FINAL' : (known?.status ?? 'STATUS_SCHEDULED')),
    roundStatus: toRoundStatus(event, known),
    par: findHostPar(event.courses) || (known?.par ?? 0),
    completed,
    rounds: findRounds(event, previous),
  }
}

/** Before round 1 the detail is a date, in some years the wrong one, so the description is used. */
function toRoundStatus({ competition, status }: EspnEvent, known: EventState | undefined): string {
  const { type, period } = competition.status
  const isBefore = !period && (type.state || status.type.state) === 'pre'
  const reported = isBefore ? type.description : type.detail || type.description
  return reported || status.type.description || known?.roundStatus || 'Scheduled'
}

/** Scores that a response lacks and the last leaderboard has: many are a fault, a few are retained (docs/rules.md, 7.3). */

/** Whether the feed explicitly states that an earlier round is in progress. Then nothing is retained. */
function isEarlierRound(event: EspnEvent, previous: Field): boolean {
  const { period } = event.competition.status
  return period !== null && period < previous.currentRound && !isEventOver(event, previous)
}

/** Throws if the field, or the strokes of most golfers, are missing. */
function requireKnownScores(event: EspnEvent, competitors: readonly EspnCompetitor[], previous: Field): void {
  const { golfersScores } = previous
  if (golfersScores.length > 0 && competitors.length === 0) throw missing('all golfers')
  if (isEarlierRound(event, previous) || !golfersScores.some(({ total }) => total > 0)) return
  const lastRound = findRounds(event, previous)
  if (competitors.every(({ linescores }) => toPlayedRounds(linescores, lastRound).size === 0))
    throw missing('all strokes')
  const listed = new Map(competitors.map((competitor) => [toEspnId(competitor), competitor]))
  // A feed that lists only those who made the cut lacks nothing that can still change.
  const stillIn = golfersScores.filter(({ isDNF }) => !isDNF)
  const lacking = stillIn.filter((golfer) => {
    const competitor = listed.get(golfer.espnId)
    return !competitor || listMissingRounds(competitor, golfer, event, lastRound).length > 0
  })
  if (isMajorLoss(lacking.length, stillIn.length)) throw missing(`the scores of ${lacking.length} golfers`)
}

function missing(what: string): FeedError {
  return new FeedError('invalid', `The response from the sports feed is incomplete: it no longer has ${what}.`)
}

/** The golfer's rounds, with those that only the last leaderboard has. */
function toCompetitorRounds(
  competitor: EspnCompetitor,
  known: Golfer | undefined,
  event: EspnEvent,
  lastRound: number,
): CompetitorRounds {
  const rounds = toPlayedRounds(competitor.linescores, lastRound)
  const retained = known ? listMissingRounds(competitor, known, event, lastRound) : []
  return { competitor, known, rounds: new Map([...rounds, ...retained]) }
}

function listMissingRounds(competitor: EspnCompetitor, known: Golfer, event: EspnEvent, lastRound: number) {
  const rounds = toPlayedRounds(competitor.linescores, lastRound)
  return [...toKnownRounds(known)].filter(([round]) => !rounds.has(round) && !isRetracted(competitor, round, event))
}

/** 0 strokes in the round in progress are explicit, as after some withdrawals. A missing line is not. */
function isRetracted({ linescores }: EspnCompetitor, round: number, { competition }: EspnEvent): boolean {
  const isCurrent = round >= (competition.status.period ?? Number.POSITIVE_INFINITY)
  return isCurrent && linescores.some(({ period, value }) => period === round && value === 0)
}

/** Golfers with strokes whom the feed no longer lists, after all others. */
function toUnlistedGolfers(previous: Field, field: readonly CompetitorRounds[], progress: EventProgress): Golfer[] {
  const listed = new Set(field.map(({ competitor }) => toEspnId(competitor)))
  const unlisted = previous.golfersScores.filter(({ espnId, total }) => total > 0 && !listed.has(espnId))
  return unlisted.map((golfer, index) =>
    toUnlistedGolfer(golfer, toKnownRounds(golfer), progress, field.length + index),
  )
}

function toUnlistedGolfer(golfer: Golfer, rounds: PlayedRounds, progress: EventProgress, index: number): Golfer {
  const hasLeft = !golfer.isDNF && progress.completedRounds.some((round) => !rounds.has(round))
  return {
    ...golfer,
    index,
    teeTime: null,
    ...(!rounds.has(progress.scoredRound) && { currentRoundScore: noValue, thru: noValue }),
    ...(hasLeft && { isDNF: true, position: 'WD', movement: toMovement(0) }),
  }
}
