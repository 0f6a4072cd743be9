import { type Golfer, noValue } from './field.ts'

type Standing = Pick<Golfer, 'thru' | 'totalScore' | 'position' | 'total' | 'relativeScore'>
type RoundStrokes = Pick<Golfer, 'round1Score' | 'round2Score' | 'round3Score' | 'round4Score'>

/**
 * The strokes of a golfer as the screens show them (docs/rules.md, 3.3): those of a round under way, and a total that
 * contains them, cannot be compared with those of complete rounds, so they are hidden. `par`: of the course; 0 if
 * unknown.
 */
export function toShownStrokes(golfer: RoundStrokes & Standing, par: number) {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  if (!/^\d/.test(golfer.thru) && !hasLeftRound(golfer, rounds, par)) return { rounds, total: golfer.totalScore }
  const underWay = rounds.findLastIndex((strokes) => strokes !== noValue)
  return { rounds: rounds.map((strokes, index) => (index === underWay ? noValue : strokes)), total: noValue }
}

/** Whether the golfer withdrew or was disqualified during a round whose holes the feed no longer reports. */
function hasLeftRound({ position, total, relativeScore }: Standing, rounds: readonly string[], par: number): boolean {
  if (par === 0 || (position !== 'WD' && position !== 'DQ')) return false
  const begun = rounds.filter((strokes) => strokes !== noValue).length
  return total - relativeScore < begun * par
}
