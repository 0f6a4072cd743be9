import type { CutRule } from './cut-rule.ts'

/** Holes of a round. */
export const holesPerRound = 18

/** A golfer of the event as the forecast sees them. Scores are in strokes to par. */
export type GolferState = {
  /** From 0, best first, over all tiers in the organiser's order (docs/rules.md, 3); null for a golfer of no tier. */
  readonly rank: number | null
  /** Out for good (docs/rules.md, 3.2). */
  readonly isOut: boolean
  /** The score that counts in the pool, the round under way included. */
  readonly toPar: number
  /** Rounds played to the end. */
  readonly rounds: readonly number[]
  /** The round under way: holes played, 1 to 17, and the score on them; 0 and 0 between rounds. */
  readonly holes: number
  readonly today: number
  /** Par of the holes left of the round under way; 0 between rounds. */
  readonly parLeft: number
  /** Tee time of the golfer's next round in milliseconds; null if unknown. */
  readonly teeTime: number | null
}

/** An event at one moment. */
export type EventSnapshot = {
  /** The golfers of the tournament, in its order, then those of the field who are in no tier. */
  readonly golfers: readonly GolferState[]
  /** Golfers of the tournament: the first of `golfers`. */
  readonly players: number
  /** The number of rounds of the event. */
  readonly rounds: number
  /** Par of a round. */
  readonly par: number
  /** The cut that is still to be made; null once it has been made, and in an event without one. */
  readonly cut: CutRule | null
  /** Play is over. */
  readonly completed: boolean
}

/** Holes that a golfer who is in has still to play before the end of a round (a number from 1). */
export function holesLeft({ rounds, holes }: GolferState, untilRound: number): number {
  return Math.max(0, (untilRound - rounds.length) * holesPerRound - holes)
}

/** Whether a golfer who is in has finished. */
export function hasFinished(golfer: GolferState, { rounds, completed }: EventSnapshot): boolean {
  return completed || holesLeft(golfer, rounds) === 0
}
