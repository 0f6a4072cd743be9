import { type Golfer, noValue } from './field.ts'

type Standing = Pick<Golfer, 'thru' | 'totalScore' | 'position' | 'total' | 'relativeScore'>
type RoundStrokes = Pick<Golfer, 'round1Score' | 'round2Score' | 'round3Score' | 'round4Score'>

/**
 * The strokes of a golfer as the screens show them (docs/rules.md, 3.3): those of a round under way say nothing beside
 * those of complete rounds, and neither does a total that contains them. `par`: of the course; 0 if unknown.
 */
export function toShownStrokes(
  golfer: RoundStrokes & Standing,
  par: number,
): {
  readonly rounds: readonly string[]
  readonly total: string
} {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  if (!/^\d/.test(golfer.thru) && !hasLeftRound(golfer, rounds, par)) return { rounds, total: golfer.totalScore }
  const underWay = rounds.findLastIndex((strokes) => strokes !== noValue)
  return { rounds: rounds.map((strokes, index) => (index === underWay ? noValue : strokes)), total: noValue }
}

/** Withdrew, or was disqualified, in a round that the feed no longer reports holes of: it has less than the par of its rounds. */
function hasLeftRound({ position, total, relativeScore }: Standing, rounds: readonly string[], par: number): boolean {
  if (par === 0 || (position !== 'WD' && position !== 'DQ')) return false
  const begun = rounds.filter((strokes) => strokes !== noValue).length
  return total - relativeScore < begun * par
}
