import type { FieldMember } from '#domain/field/field.ts'
import { toCourses } from './espn-courses.ts'
import { identifyCompetitors, toEventName, toSeason } from './espn-field.ts'
import { toEspnId, toFullName } from './espn-golfer.ts'
import type { EspnEvent } from './espn-leaderboard.ts'
import { findReportedOutReason } from './espn-withdrawal-disqualification.ts'

export type EventSummary = ReturnType<typeof toEventSummary>

/** The parts of an event that an organiser needs to create a tournament (docs/rules.md, 8.1). */
export function toEventSummary(event: EspnEvent) {
  return {
    name: toEventName(event),
    season: toSeason(event),
    /** Midnight, US Eastern, of the first day: ISO 8601 UTC. Null when the feed does not provide it. */
    firstDay: event.date,
    /** The earliest tee time of round 1, ISO 8601 UTC. Null until tee times are published, and once play has begun. */
    firstTeeTime: findFirstTeeTime(event),
    courses: toCourses(event),
  }
}

/** All golfers of the field, in the feed's order, without those who have no id. */
export function listField(event: EspnEvent): FieldMember[] {
  return identifyCompetitors(event, null).competitors.map((competitor) => ({
    name: toFullName(competitor),
    espnId: toEspnId(competitor),
    out: findReportedOutReason(competitor),
  }))
}

function findFirstTeeTime(event: EspnEvent): string | null {
  if (event.competition.status.period) return null
  const times = event.competition.competitors.flatMap(({ status }) => status.teeTime ?? [])
  return times.filter((time) => time >= (event.date ?? '')).toSorted()[0] ?? null
}
