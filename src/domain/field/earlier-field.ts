import { countRounds, type Field, type Golfer, noValue, parseToPar, toParText } from './field.ts'

const roundNumbers = [1, 2, 3, 4] as const

/** Fewer strokes than any complete round: the golfer did not finish it. */
const fewestStrokes = 55

/** The round that scores belong to. */
export type ScoredRound = Pick<Field, 'event' | 'currentRound'>

/**
 * The event when the current round began, with the scores as they are known and corrected now. Everything that is counted "since
 * the round began" is counted from it (docs/rules.md, 4.9). A play-off belongs to the last round.
 */
export function toRoundStart({
  event,
  currentRound,
  golfersScores,
}: ScoredRound & Pick<Field, 'golfersScores'>): Field {
  const complete = Math.min(countRounds(event), Math.max(1, currentRound)) - 1
  return {
    event: { ...event, completed: false },
    currentRound: complete,
    cutline: null,
    golfersScores: golfersScores.map((golfer) => toGolferAtStart(golfer, complete, event.par)),
  }
}

/** A golfer after so many complete rounds. Their score is today's, without what they have scored since. */
function toGolferAtStart(golfer: Golfer, complete: number, par: number): Golfer {
  const { relativeScore, total, position } = golfer
  const strokes = listStrokes(golfer)
  const last = strokes.findLastIndex((count) => count > 0)
  const today = parseToPar(golfer.currentRoundScore)
  const isTodayKnown = !Number.isNaN(today)
  /** By round: the score to par of those that are not counted. Today's is that of the last round begun. */
  const later = strokes.map((count, index) => {
    if (index === last && isTodayKnown) return today
    // Without the holes played, the strokes of an unfinished round do not give its score to par.
    if (index >= complete) return count >= fewestStrokes ? count - par : 0
    return null
  })
  // A source may have the score to par alone.
  const scored = last < 0 && isTodayKnown ? today : sum(later.map((score) => score ?? 0))
  const counted = strokes.map((count, index) => (later[index] === null ? count : 0))
  const hasScore = complete > 0 && (last < 0 ? total > 0 : counted.some((count) => count > 0))
  const score = hasScore ? relativeScore - scored : 0
  const totalThen = last < 0 ? complete * par + score : total - sum(strokes) + sum(counted)
  const isDNF = golfer.isDNF && !isTodayKnown && wasOut(golfer, complete)
  const scoreOf = (round: number) => (counted[round - 1] ? String(counted[round - 1]) : noValue)
  return {
    ...golfer,
    isDNF,
    position: isDNF ? position : noValue,
    relativeScore: score,
    toPar: hasScore ? toParText(score) : noValue,
    total: hasScore ? totalThen : 0,
    totalScore: hasScore ? String(totalThen) : noValue,
    currentRoundScore: noValue,
    thru: noValue,
    teeTime: null,
    round1Score: scoreOf(1),
    round2Score: scoreOf(2),
    round3Score: scoreOf(3),
    round4Score: scoreOf(4),
  }
}

/**
 * Whether a golfer who is out, and has not played since, was out after so many complete rounds. A golfer who missed the cut was
 * out after their last round; any other who is out, during the next one.
 */
function wasOut(golfer: Golfer, complete: number): boolean {
  const wholeRounds = listWholeRounds(golfer).length
  const { position } = golfer
  return position === 'CUT' || position === 'MDF' ? complete >= wholeRounds : complete > wholeRounds
}

/** The strokes of the complete rounds, in order. */
export function listWholeRounds(golfer: Golfer): number[] {
  const strokes = listStrokes(golfer)
  const end = strokes.findIndex((value) => value < fewestStrokes)
  return end < 0 ? strokes : strokes.slice(0, end)
}

/** The strokes of rounds 1 to 4; 0 for a round that has not begun. */
function listStrokes(golfer: Golfer): number[] {
  return roundNumbers.map((round) => Number.parseInt(golfer[`round${round}Score`], 10) || 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
