import { countRounds, type Field, type Golfer, noValue } from './field.ts'

/** The data from which an earlier state is rebuilt. */
type LaterField = Pick<Field, 'event' | 'currentRound' | 'cutline' | 'golfersScores'>

const roundNumbers = [1, 2, 3, 4] as const

/** Fewer strokes than any complete round: the golfer did not finish it. */
const fewestStrokes = 55

/**
 * The event after this many complete rounds, 0 to 3, rebuilt from the strokes of each round. Scores to par are relative
 * to the host course. A golfer who withdrew after their last complete round counts as still in at its end.
 */
export function toFieldAfterRound(field: LaterField, rounds: number): LaterField {
  return {
    event: { ...field.event, completed: false },
    currentRound: rounds,
    cutline: null,
    golfersScores: field.golfersScores.map((golfer) => toEarlierGolfer(golfer, field.event.par, rounds)),
  }
}

/** The event when the current round began. */
export function toRoundStart(field: LaterField): LaterField {
  return toFieldAfterRound(field, Math.min(countRounds(field.event), Math.max(1, field.currentRound)) - 1)
}

function toEarlierGolfer(golfer: Golfer, par: number, rounds: number): Golfer {
  const strokes = listWholeRounds(golfer)
  const counted = strokes.slice(0, rounds)
  const isDNF = golfer.isDNF && wasOut(golfer, strokes.length, rounds)
  const total = counted.reduce((sum, round) => sum + round, 0)
  const scoreOf = (round: number) => (counted[round - 1] === undefined ? noValue : String(counted[round - 1]))
  return {
    ...golfer,
    isDNF,
    position: isDNF ? golfer.position : noValue,
    relativeScore: total - counted.length * par,
    total,
    currentRoundScore: noValue,
    thru: noValue,
    teeTime: null,
    round1Score: scoreOf(1),
    round2Score: scoreOf(2),
    round3Score: scoreOf(3),
    round4Score: scoreOf(4),
  }
}

/** A golfer who missed the cut was out after their last round; any other who is out, during the next one. */
function wasOut({ position }: Golfer, wholeRounds: number, rounds: number): boolean {
  return position === 'CUT' || position === 'MDF' ? rounds >= wholeRounds : rounds > wholeRounds
}

/** The strokes of the complete rounds, in order. */
export function listWholeRounds(golfer: Golfer): number[] {
  const strokes = roundNumbers.map((round) => Number.parseInt(golfer[`round${round}Score`], 10))
  const end = strokes.findIndex((value) => !(value >= fewestStrokes))
  return end < 0 ? strokes : strokes.slice(0, end)
}
