/**
 * The field: all golfers of an event at one moment, in our own terms. `server/feed/espn-normalise` makes it from
 * the feed's wire shape; browser and server compute the standings from it.
 * Sources: specification, section 3 "Golfer score row" and "Live leaderboard data"; decisions, sections 5 and 13.
 */

/** Stands where there is no value: a round not played, a golfer without live data. */
export const noValue = '--'

/** Places won (positive) or lost (negative) since the last round; the feed's sign is the other way round. */
export type Movement = {
  /** What is shown, for instance "3"; "-" when nothing moved. */
  readonly text: string
  readonly class: 'positive' | 'negative' | 'none'
}

/** Why a golfer is out, as it is shown in the place of the position. */
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

/** A golfer of the field with what the feed reports about them, before the start too. */
export type FieldMember = FieldGolfer & {
  /** Why they are out; null while they are not. */
  readonly out: DnfReason | null
}

/** One golfer's row of the leaderboard. Texts are what is shown; "--" stands where there is nothing to show. */
export type Golfer = {
  /** Place in the feed's own order, from 0. */
  readonly index: number
  /** The feed's athlete id: digits. */
  readonly espnId: string
  readonly fullName: string
  /** For narrow columns: "V. Hovland". */
  readonly shortName: string
  readonly amateur: boolean
  /** The address of the flag's picture (https), or null. */
  readonly logoImage: string | null
  /** Cut, withdrawn, disqualified, made the cut but did not finish, or did not start (decisions, section 5). */
  readonly isDNF: boolean
  /** "1", "T5", one of `dnfReasons`, or "--". The feed's own text, which settles play-offs. */
  readonly position: string
  readonly movement: Movement
  /** Strokes to par over all rounds, the one under way included: -4, 0, 3. 0 when nothing was played. */
  readonly relativeScore: number
  /** `relativeScore` as text: "-4", "E", "+3"; "--" when nothing was played. */
  readonly toPar: string
  /** Strokes so far, the round under way included; play-off holes never. */
  readonly total: number
  /** `total` as text; "--" when 0. */
  readonly totalScore: string
  /** To par of the current round: "-2"; "--" before its first hole. */
  readonly currentRoundScore: string
  /** Holes played of the current round, "1" to "17", or "F"; "--" before the first (then see `teeTime`). */
  readonly thru: string
  /** The tee time of the round he waits for, ISO 8601 UTC; null when he plays, is through, or is out. */
  readonly teeTime: string | null
  /** Strokes of each round that was begun, as text. */
  readonly round1Score: string
  readonly round2Score: string
  readonly round3Score: string
  readonly round4Score: string
}

/** What the feed says of the cut, whatever the moment. */
export type Cut = {
  /** The round after which the field is cut; 0 for an event without a cut. */
  readonly round: number
  /** To par; a cut at even par is 0. */
  readonly score: number
  /** Golfers at or better; 0 means that the line is not computed yet. */
  readonly count: number
}

export type EventState = {
  readonly name: string
  /** The season's year. */
  readonly season: number
  /** The event's status: STATUS_SCHEDULED, STATUS_IN_PROGRESS, STATUS_FINAL … */
  readonly status: string
  /** The status of the current round, in words: "Round 2 - In Progress". */
  readonly roundStatus: string
  /** Par of the host course. */
  readonly par: number
  /** The event is over: nothing will change any more. */
  readonly completed: boolean
}

/** The cut line as shown (section 3). `displayValue` is its to-par text: "-2", "E". */
export type Cutline = {
  readonly value: number
  readonly type: 'projected'
  readonly displayValue: string
}

/** All golfers at one moment, in the feed's order. */
export type Field = {
  readonly event: EventState
  /** 0 before the first round; 5 during a play-off. */
  readonly currentRound: number
  readonly cutline: Cutline | null
  readonly golfersScores: readonly Golfer[]
}

/** Round by round detail of one golfer (section 3 "Player profile", "Hole"). */
export type HoleScore = {
  /** The hole's number, 1 to 18. */
  readonly period: number
  readonly value: number
  readonly par: number
}

export type RoundCard = {
  /** Round number, from 1. */
  readonly period: number
  /** Strokes; null when the round was not begun. */
  readonly value: number | null
  readonly outScore: number | null
  readonly inScore: number | null
  /** The holes played, by number. Empty where the feed has no hole data. */
  readonly linescores: readonly HoleScore[]
}

export type PlayerProfile = {
  readonly espnId: string
  readonly displayName: string
  readonly headshot: string | null
  readonly logoImage: string | null
  readonly college: string | null
  readonly birthPlace: string | null
  /** In years. */
  readonly age: number | null
  /** "Right" or "Left": shown as "Swings". */
  readonly hand: string | null
  readonly rounds: readonly RoundCard[]
  /** The par of holes 1 to 18 of the host course, for rounds without hole data; empty when unknown. */
  readonly holes: readonly Hole[]
}

/** A hole of the course (section 3 "Hole"). */
export type Hole = {
  readonly number: number
  readonly shotsToPar: number
}
