import type { EspnCompetitor } from './espn-leaderboard.ts'
import { parseToPar } from './lenient-schemas.ts'

/** The domain knows rounds 1 to 4; whatever the feed counts beyond is a play-off or an oddity. */
export const lastRound = 4

const maxStrokes = 199

export type PlayedRound = {
  /** So far, when the round is under way. */
  readonly strokes: number
  /** Null when the feed does not tell. */
  readonly toPar: number | null
}

export type PlayedRounds = ReadonlyMap<number, PlayedRound>

/**
 * The rounds a golfer has begun, by number. A round that he has not begun comes in three forms: no line, a line without
 * values, a line with 0 and "-". Lines of a play-off are no round, and a round counts once however often it is sent.
 */
export function toPlayedRounds(lines: EspnCompetitor['linescores']): PlayedRounds {
  const rounds = new Map<number, PlayedRound>()
  for (const { period, value, displayValue, isPlayoff } of lines) {
    const isRound = period !== null && period >= 1 && period <= lastRound && !isPlayoff && !rounds.has(period)
    const isBegun = value !== null && value > 0 && value <= maxStrokes && displayValue !== '-'
    if (isRound && isBegun) rounds.set(period, { strokes: value, toPar: parseToPar(displayValue) })
  }
  return rounds
}

/** All rounds together, the one under way included. */
export function sumStrokes(rounds: PlayedRounds): number {
  return [...rounds.values()].reduce((sum, { strokes }) => sum + strokes, 0)
}
