import { type Golfer, noValue } from './field.ts'

type RoundStrokes = Pick<Golfer, 'round1Score' | 'round2Score' | 'round3Score' | 'round4Score'>

/**
 * The strokes of a golfer as the screens show them (docs/rules.md, 3.3): those of a round under way say nothing beside
 * those of complete rounds, and neither does a total that contains them.
 */
export function toShownStrokes(golfer: RoundStrokes & Pick<Golfer, 'thru' | 'totalScore'>): {
  readonly rounds: readonly string[]
  readonly total: string
} {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  if (!/^\d/.test(golfer.thru)) return { rounds, total: golfer.totalScore }
  const underWay = rounds.findLastIndex((strokes) => strokes !== noValue)
  return { rounds: rounds.map((strokes, index) => (index === underWay ? noValue : strokes)), total: noValue }
}
