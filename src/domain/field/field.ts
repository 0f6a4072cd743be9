/**
 * The field: all golfers of an event at one moment (docs/rules.md, 3). `server/feed/espn-field` converts the feed's
 * wire format to it. Browser and server compute the standings from it.
 */

/** Shown for a missing value: a round not played, a golfer without live data. */
export const noValue = '--'

/** Positions gained (positive) or lost (negative) since the last round (docs/rules.md, 3.4). */
export type Movement = {
  /** The number of places without a sign, such as "3"; "-" for no movement. */
  readonly text: string
  readonly class: 'positive' | 'negative' | 'none'
}

/** Why a golfer is out, shown instead of a position (docs/rules.md, 3.2). */
export const dnfReasons = ['CUT', 'WD', 'DQ', 'MDF', 'DNS'] as const
export type DnfReason = (typeof dnfReasons)[number]

/** The reason in a leaderboard row's `position`; null for a golfer who is not out. */
export function findDnfReason({ position }: Pick<Golfer, 'position'>): DnfReason | null {
  return dnfReasons.find((reason) => reason === position) ?? null
}

/** A golfer of the event's field under the feed's name. */
export type FieldGolfer = {
  readonly name: string
  /** The feed's athlete id: digits. */
  readonly espnId: string
}

/** A golfer of the field and whether they are out, known before the start too. */
export type FieldMember = FieldGolfer & {
  /** Why they are out; null while they are not. */
  readonly out: DnfReason | null
}

/** A row of the golfers leaderboard (docs/rules.md, 3.1). Strings are as displayed, "--" for no value. */
export type Golfer = {
  /** Index in the feed's order, from 0; -1 for a golfer whom the feed does not list. */
  readonly index: number
  /** The feed's athlete id: digits. */
  readonly espnId: string
  readonly fullName: string
  /** The name for narrow columns: "V. Hovland". */
  readonly shortName: string
  readonly amateur: boolean
  /** The URL of the flag (https), or null. */
  readonly logoImage: string | null
  /** Whether the golfer is out (docs/rules.md, 3.2). */
  readonly isDNF: boolean
  /** The feed's text, such as "1" or "T5"; one of `dnfReasons` for a golfer who is out; or "--". */
  readonly position: string
  readonly movement: Movement
  /** Strokes to par, the round under way included; 0 before the first stroke. */
  readonly relativeScore: number
  /** `relativeScore` as text: "-4", "E", "+3"; "--" before the first stroke. */
  readonly toPar: string
  /** Strokes, the round under way included, without play-off holes. */
  readonly total: number
  /** `total` as text; "--" when 0. */
  readonly totalScore: string
  /** Score to par of the current round, "today" (docs/rules.md, 3.5): "-2"; "--" before its first hole. */
  readonly currentRoundScore: string
  /** Holes played of the current round, "1" to "17" or "F"; "--" before the first (see `teeTime`). */
  readonly thru: string
  /**
   * The tee time of the round that the golfer is waiting for, ISO 8601 UTC; null while they play, and if they have
   * finished or are out.
   */
  readonly teeTime: string | null
  /** Strokes of each round begun, as text. */
  readonly round1Score: string
  readonly round2Score: string
  readonly round3Score: string
  readonly round4Score: string
  /** The organiser's correction of the row (docs/rules.md, 7.8); null if the row is as its source has it. */
  readonly correction: GolferCorrection | null
}

export type GolferCorrection = {
  /** "status", "round1" to "round4", "toPar". */
  readonly fields: readonly string[]
  readonly reason: string
  /** The organiser's name. */
  readonly by: string
  readonly at: string
  /**
   * Strokes that the correction adds to the score to par and to the total. Undefined if the score to par is not corrected,
   * and in scores that were stored without it.
   */
  readonly toParDifference?: number | undefined
}

/** The cut as the feed reports it at any time. */
export type Cut = {
  /** The round after which the field is cut; 0 for an event without a cut. */
  readonly round: number
  /** Strokes to par; 0 is even par. */
  readonly score: number
  /** Golfers at the line or better; 0 if the feed has not computed it yet. */
  readonly count: number
}

/** The event itself, apart from its golfers. */
export type EventState = {
  readonly name: string
  /** The season's year. */
  readonly season: number
  /** The event's status: STATUS_SCHEDULED, STATUS_IN_PROGRESS, STATUS_FINAL … */
  readonly status: string
  /** The status of the current round in words: "Round 2 - In Progress". */
  readonly roundStatus: string
  /** Par of the host course. */
  readonly par: number
  /** The event is over and its scores are final. */
  readonly completed: boolean
  /** How many rounds the event has; undefined where nobody says, and in scores from before it was stored (`countRounds`). */
  readonly rounds?: number | undefined
}

/** A leaderboard has columns for so many rounds. */
export const mostRounds = 4

/** How many rounds an event has: four, unless its source says otherwise (docs/rules.md, 3.8). A play-off is the round after the last. */
export function countRounds({ rounds = mostRounds }: Pick<EventState, 'rounds'>): number {
  return rounds
}

/** The cut line (docs/rules.md, 3.6). `value` is in strokes to par; `displayValue` is its text: "-2", "E". */
export type Cutline = {
  readonly value: number
  readonly type: 'projected'
  readonly displayValue: string
}

/** All golfers at one moment, in the feed's order. */
export type Field = {
  readonly event: EventState
  /** 0 before the first round; during a play-off one more than the event has (`countRounds`). */
  readonly currentRound: number
  readonly cutline: Cutline | null
  readonly golfersScores: readonly Golfer[]
}

/** A hole that a golfer has played, on the scorecard (docs/rules.md, 3.7). `value` is in strokes. */
export type HoleScore = {
  /** The hole's number, 1 to 18. */
  readonly period: number
  readonly value: number
  readonly par: number
}

/** A round of the scorecard (docs/rules.md, 3.7). */
export type RoundCard = {
  /** Round number, from 1. */
  readonly period: number
  /** Strokes; null for a round not begun. */
  readonly value: number | null
  /** Strokes on holes 1 to 9 and 10 to 18; null if unknown. */
  readonly outScore: number | null
  readonly inScore: number | null
  /** The holes played, by number. Empty if the feed has no hole data. */
  readonly linescores: readonly HoleScore[]
}

/** The content of the golfer detail (docs/rules.md, 3.7); null for what the feed does not have. */
export type PlayerProfile = {
  readonly espnId: string
  readonly displayName: string
  readonly headshot: string | null
  readonly logoImage: string | null
  readonly college: string | null
  readonly birthPlace: string | null
  /** The age in years. */
  readonly age: number | null
  /** "Right" or "Left", shown as "Swings". */
  readonly hand: string | null
  readonly rounds: readonly RoundCard[]
  /** Holes 1 to 18 of the host course, for rounds without hole data; empty if unknown. */
  readonly holes: readonly Hole[]
}

/** A hole of the course. `shotsToPar` is its par. */
export type Hole = {
  readonly number: number
  readonly shotsToPar: number
}

/**
 * A golfer's movement since the last round (docs/rules.md, 3.4). `placesGained` is positive for a climb; the feed's sign
 * is the opposite. The text has no sign: the screen draws an arrow for the class.
 */
export function toMovement(placesGained: number): Movement {
  if (placesGained > 0) return { text: String(placesGained), class: 'positive' }
  if (placesGained < 0) return { text: String(-placesGained), class: 'negative' }
  return { text: '-', class: 'none' }
}

/** A score to par, in strokes, as text (docs/rules.md, 3.3): "E" for par, "+3", "-4". */
export function toParText(relative: number): string {
  if (relative === 0) return 'E'
  return relative > 0 ? `+${relative}` : String(relative)
}

/** The reverse; NaN for other texts. Organisers may paste the minus of a spreadsheet. */
export function parseToPar(text: string): number {
  return Number(text.trim().replace(/[−–]/, '-').replace(/^E$/i, '0'))
}

/**
 * The source of the scores (docs/rules.md, 7.7): the feed, a document at an address of the operator, or organisers.
 */
export type ScoreSourceInfo = {
  readonly kind: 'feed' | 'document' | 'hand'
  /** When organisers last published scores; null for the other sources. */
  readonly since: string | null
  /** The name of the organiser who did. */
  readonly by: string | null
}

/** The source of every leaderboard that was stored without one. */
export const feedSource: ScoreSourceInfo = { kind: 'feed', since: null, by: null }
