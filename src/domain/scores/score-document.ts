import type { DnfReason } from '../field/field.ts'

/**
 * Scores in the pool's own shape (docs/rules.md, 7.7): of a source other than the feed, or entered by organisers. Rounds
 * are in strokes, `today` and `toPar` are relative to par.
 */

/** Why a golfer is out, in the words of the document; "playing" for one who is not. */
export const golferStatuses = [
  'playing',
  'cut',
  'withdrawn',
  'disqualified',
  'did-not-finish',
  'did-not-start',
] as const
export type GolferStatus = (typeof golferStatuses)[number]

export const eventStatuses = [
  'scheduled',
  'in-progress',
  'suspended',
  'round-complete',
  'complete',
  'cancelled',
] as const
export type EventStatus = (typeof eventStatuses)[number]

export type ScoredEvent = {
  /** 4 to 12 digits. */
  readonly id: string
  readonly name: string
  /** The year. */
  readonly season: number
  /** Par of the course, 54 to 80. */
  readonly par: number
  /** 0 before the first round, then 1 to 4; 5 in a play-off. */
  readonly round: number
  readonly status: EventStatus
  /** The line while the cut is projected: after which round, and the score to par of the last golfer inside. */
  readonly cut: { readonly afterRound: number; readonly toPar: number | null } | null
  /** When these scores were true, ISO 8601 UTC. Scores older than those on the board are refused. */
  readonly updated: string
}

export type ScoredGolfer = {
  /** 1 to 12 digits, the same throughout the event. */
  readonly id: string
  readonly name: string
  readonly status: GolferStatus
  /** Strokes of the complete rounds 1, 2, 3, 4; null for one that the golfer has not completed. */
  readonly rounds: readonly (number | null)[]
  /** To par in the round under way; null if the golfer is not playing one. */
  readonly today: number | null
  /** Holes played of the round under way, 1 to 17; null if the golfer is not playing one. */
  readonly thru: number | null
  /** To par over all rounds. Null: the sum of the rounds and today, with the par of the event. */
  readonly toPar: number | null
  /** ISO 8601 UTC. */
  readonly teeTime: string | null
  /** The position where the scores do not decide it, after a play-off; null otherwise. */
  readonly position: string | null
  readonly amateur: boolean
}

export type ScoreDocument = {
  readonly event: ScoredEvent
  readonly golfers: readonly ScoredGolfer[]
}

const outReasons: Readonly<Record<Exclude<GolferStatus, 'playing'>, DnfReason>> = {
  cut: 'CUT',
  withdrawn: 'WD',
  disqualified: 'DQ',
  'did-not-finish': 'MDF',
  'did-not-start': 'DNS',
}

/** The reason as a leaderboard row shows it; null for a golfer who is not out. */
export function toOutReason(status: GolferStatus): DnfReason | null {
  return status === 'playing' ? null : outReasons[status]
}

/** Strokes that a complete round can have. */
export const fewestStrokes = 50
export const mostStrokes = 120
export const lastRound = 4

/** The sum of the complete rounds and the one under way, to par. */
export function sumToPar({ rounds, today }: Pick<ScoredGolfer, 'rounds' | 'today'>, par: number): number {
  return rounds.reduce<number>((sum, strokes) => sum + (strokes === null ? 0 : strokes - par), today ?? 0)
}
