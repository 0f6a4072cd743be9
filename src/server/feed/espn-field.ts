import { projectCutline } from '#domain/field/cut-line.ts'
import type { EventState, Field } from '#domain/field/field.ts'
import { findHostPar } from './espn-courses.ts'
import { isEventOver, toEventProgress } from './espn-event-progress.ts'
import { toEspnId, toGolfer } from './espn-golfer.ts'
import type { EspnCompetitor, EspnEvent } from './espn-leaderboard.ts'
import { isEarlierRound, requireKnownScores, toCompetitorRounds, toUnlistedGolfers } from './retained-scores.ts'

/**
 * Converts an event of the feed to the field of the domain. `previous` is the last accepted field: values that the response
 * lacks for individual golfers stay unchanged. Throws `FeedError` if it lacks most of them (docs/rules.md, 7.3).
 */
export function toField(event: EspnEvent, previous: Field | null = null): Field {
  const competitors = listCompetitors(event)
  if (previous) requireKnownScores(event, competitors, previous)
  const base = previous && isEarlierRound(event, previous) ? null : previous
  const known = new Map(base?.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const field = competitors.map((competitor) => toCompetitorRounds(competitor, known.get(toEspnId(competitor)), event))
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

/** Each golfer once, in the feed's sort order; the list itself is rarely sorted. */
export function listCompetitors({ competition }: EspnEvent): EspnCompetitor[] {
  const order = ({ sortOrder }: EspnCompetitor) => sortOrder ?? Number.MAX_SAFE_INTEGER
  const sorted = competition.competitors.toSorted((a, b) => order(a) - order(b))
  return [...Map.groupBy(sorted, toEspnId).values()].flatMap(([first]) => first ?? [])
}

/** The short name where there is one. */
export function toEventName(event: EspnEvent): string {
  return findEventName(event) || `Event ${event.id}`
}

/** Empty where there is none. */
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
  }
}

/** Before round 1 the detail is a date, in some years the wrong one, so the description is used. */
function toRoundStatus({ competition, status }: EspnEvent, known: EventState | undefined): string {
  const { type, period } = competition.status
  const isBefore = !period && (type.state || status.type.state) === 'pre'
  const reported = isBefore ? type.description : type.detail || type.description
  return reported || status.type.description || known?.roundStatus || 'Scheduled'
}
