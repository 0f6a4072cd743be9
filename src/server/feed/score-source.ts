import type { Field, FieldMember, ScoreSourceInfo } from '#domain/field/field.ts'
import type { Course } from './espn-courses.ts'
import type { EventSummary } from './espn-event-summary.ts'

/** The scores of an event, from wherever they come. */
export type Scores = {
  readonly field: Field
  /** Empty if the source has none. */
  readonly courses: readonly Course[]
  readonly requestedAt: Date
  /** When the source says that these scores were true; the time of the request if it does not say. */
  readonly asOf: Date
  readonly source: ScoreSourceInfo
  /** The first tee time, else midnight of the first day; of the feed only. */
  readonly start?: string | null
  /** The names of golfers without an id, who are left out; of the feed only. */
  readonly unidentified?: readonly string[]
}

/** An event with its field, as organisers see it before the tournament exists. */
export type EventWithField = {
  readonly summary: EventSummary
  /** Empty until the field is published, a day or two before the start. */
  readonly golfers: readonly FieldMember[]
  /** The names of golfers without an id, who are not among them; of the feed only. */
  readonly unidentified?: readonly string[]
}

export type ScoredTournament = { readonly id: number; readonly espnId: string }

/** A source of scores (docs/rules.md, 7.7). The rest of the product does not know which one is in use. */
export type ScoreSource = {
  /** `previous` is the last accepted field: it fills small gaps. Throws `FeedError`. */
  getScores(tournament: ScoredTournament, previous: Field | null): Promise<Scores>
}

/** A source that knows events before there is a tournament. */
export type EventSource = ScoreSource & {
  /** Throws `FeedError`. */
  findEvent(espnId: string): Promise<EventWithField>
}

/** The sizes of the columns. */
const maxGolferNameLength = 100
const maxEventNameLength = 200

/** The event with names that can be stored. */
export function withShortNames({ summary, golfers, ...rest }: EventWithField): EventWithField {
  return {
    ...rest,
    summary: { ...summary, name: truncate(summary.name, maxEventNameLength) },
    golfers: golfers.map((golfer) => ({ ...golfer, name: truncate(golfer.name, maxGolferNameLength) })),
  }
}

function truncate(text: string, letters: number): string {
  return text.length <= letters ? text : Array.from(text).slice(0, letters).join('').trim()
}
