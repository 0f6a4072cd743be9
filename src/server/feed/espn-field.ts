import { projectCutline } from '#domain/cut-line.ts'
import type { EventState, Field } from '#domain/field.ts'
import { findHostPar } from './espn-courses.ts'
import { toCompetitorRounds, toEventProgress } from './espn-event-progress.ts'
import { toEspnId, toGolfer } from './espn-golfer.ts'
import { type EspnCompetitor, type EspnEvent, isOver } from './espn-leaderboard.ts'

/** Converts an event of the feed to the field of the domain. */
export function toField(event: EspnEvent): Field {
  const field = listCompetitors(event).map(toCompetitorRounds)
  const progress = toEventProgress(event, field)
  const { cutRound, cutScore, cutCount } = event.tournament
  return {
    event: toEventState(event),
    currentRound: progress.currentRound,
    cutline: projectCutline({
      cut: { round: cutRound ?? 0, score: cutScore ?? 0, count: cutScore === null ? 0 : (cutCount ?? 0) },
      currentRound: progress.currentRound,
      isPlayComplete: progress.isPlayComplete,
    }),
    golfersScores: field.map((competitorRounds, index) => toGolfer(competitorRounds, progress, index)),
  }
}

/** Each golfer once, by the feed's sort order, in which the list rarely arrives. */
export function listCompetitors({ competition }: EspnEvent): EspnCompetitor[] {
  const order = ({ sortOrder }: EspnCompetitor) => sortOrder ?? Number.MAX_SAFE_INTEGER
  const sorted = competition.competitors.toSorted((a, b) => order(a) - order(b))
  return [...Map.groupBy(sorted, toEspnId).values()].flatMap(([first]) => first ?? [])
}

/** The short name where there is one. */
export function toEventName({ shortName, name, tournament, id }: EspnEvent): string {
  return shortName || name || tournament.displayName || `Event ${id}`
}

/** The year of the season, which can differ from the calendar year. */
export function toSeason({ season, date }: EspnEvent): number {
  return season.year ?? Number(date?.slice(0, 4) ?? 0)
}

function toEventState(event: EspnEvent): EventState {
  const { type } = event.status
  const completed = isOver(type)
  return {
    name: toEventName(event),
    season: toSeason(event),
    status: type.name || (completed ? 'STATUS_FINAL' : 'STATUS_SCHEDULED'),
    roundStatus: toRoundStatus(event),
    par: findHostPar(event.courses),
    completed,
  }
}

/** Before round 1 the detail is a date, in some years the wrong one, so the description is used. */
function toRoundStatus({ competition, status }: EspnEvent): string {
  const { type, period } = competition.status
  const isBefore = !period && (type.state || status.type.state) === 'pre'
  const reported = isBefore ? type.description : type.detail || type.description
  return reported || status.type.description || 'Scheduled'
}
