import type { FieldMember } from '#domain/field/field.ts'
import { type Course, toCourses } from './espn-courses.ts'
import { listCompetitors, toEventName, toSeason } from './espn-field.ts'
import { toEspnId, toFullName } from './espn-golfer.ts'
import type { EspnEvent } from './espn-leaderboard.ts'
import { findReportedOutReason } from './espn-out-reason.ts'

/** The parts of an event that an organiser needs to create a tournament (docs/rules.md, 8.1). */
export type EventSummary = {
  readonly name: string
  readonly season: number
  /** Midnight, US Eastern, of the first day: ISO 8601 UTC. Null when the feed does not provide it. */
  readonly firstDay: string | null
  /** The earliest tee time of round 1, ISO 8601 UTC. Null until tee times are published, and once play has begun. */
  readonly firstTeeTime: string | null
  readonly courses: readonly Course[]
}

export function toEventSummary(event: EspnEvent): EventSummary {
  return {
    name: toEventName(event),
    season: toSeason(event),
    firstDay: event.date,
    firstTeeTime: findFirstTeeTime(event),
    courses: toCourses(event),
  }
}

/** All golfers of the field, in the feed's order. */
export function listField(event: EspnEvent): FieldMember[] {
  return listCompetitors(event).map((competitor) => ({
    name: toFullName(competitor),
    espnId: toEspnId(competitor),
    out: findReportedOutReason(competitor.status),
  }))
}

function findFirstTeeTime(event: EspnEvent): string | null {
  if (event.competition.status.period) return null
  const times = event.competition.competitors.flatMap(({ status }) => status.teeTime ?? [])
  return times.filter((time) => time >= (event.date ?? '')).toSorted()[0] ?? null
}
