import { countRounds, type Field, type Golfer, mostRounds } from '#domain/field/field.ts'
import type { EspnCompetitor, EspnEvent } from './espn-leaderboard.ts'
import { parseToPar } from './lenient-schemas.ts'

/** How many rounds an event has. Any later period of the feed is a play-off or an oddity. */
export function findRounds({ tournament }: EspnEvent, previous: Field | null): number {
  const { numberOfRounds } = tournament
  const isKnown = numberOfRounds !== null && numberOfRounds >= 1 && numberOfRounds <= mostRounds
  return isKnown ? numberOfRounds : countRounds(previous?.event ?? {})
}

const maxStrokes = 199

export type PlayedRound = {
  /** The strokes of the holes played so far. */
  readonly strokes: number
  /** Null when the feed does not provide it. */
  readonly toPar: number | null
}

export type PlayedRounds = ReadonlyMap<number, PlayedRound>

/**
 * The rounds that a golfer has begun, by number. A round not begun has one of three forms: no line, a line without
 * values, or a line with 0 and "-". Play-off lines and repeated rounds are ignored.
 */
export function toPlayedRounds(lines: EspnCompetitor['linescores'], lastRound: number): PlayedRounds {
  const rounds = new Map<number, PlayedRound>()
  for (const { period, value, displayValue, isPlayoff } of lines) {
    const isRound = period !== null && period >= 1 && period <= lastRound && !isPlayoff && !rounds.has(period)
    const isBegun = value !== null && value > 0 && value <= maxStrokes && displayValue !== '-'
    if (isRound && isBegun) rounds.set(period, { strokes: value, toPar: parseToPar(displayValue) })
  }
  return rounds
}

/** The rounds of a leaderboard row. Only the score to par of the latest is known, and only while it is "today". */
export function toKnownRounds(golfer: Golfer): PlayedRounds {
  const { round1Score, round2Score, round3Score, round4Score, currentRoundScore } = golfer
  const strokes = [round1Score, round2Score, round3Score, round4Score].map(Number)
  const latest = strokes.findLastIndex((count) => count > 0)
  return new Map(
    strokes.flatMap((count, index): [number, PlayedRound][] => {
      const toPar = index === latest ? parseToPar(currentRoundScore) : null
      return count > 0 ? [[index + 1, { strokes: count, toPar }]] : []
    }),
  )
}

/** Over all rounds, including the current one. */
export function sumStrokes(rounds: PlayedRounds): number {
  return [...rounds.values()].reduce((sum, { strokes }) => sum + strokes, 0)
}
