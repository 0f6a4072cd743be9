import { type Golfer, noValue } from '#domain/field/field.ts'

type RankedGolfer = Pick<Golfer, 'espnId' | 'isDNF' | 'total' | 'relativeScore'>

/** The positions that follow from the scores to par, by golfer: "1", "T2"; "--" for those without a stroke or out. */
export function toPositions(golfers: readonly RankedGolfer[]): Map<string, string> {
  const isRanked = ({ isDNF, total }: RankedGolfer) => !isDNF && total > 0
  const counts = new Map<number, number>()
  for (const { relativeScore } of golfers.filter(isRanked))
    counts.set(relativeScore, (counts.get(relativeScore) ?? 0) + 1)
  const places = new Map<number, string>()
  let place = 1
  for (const [score, count] of [...counts].sort(([a], [b]) => a - b)) {
    places.set(score, count > 1 ? `T${place}` : String(place))
    place += count
  }
  const toPosition = (golfer: RankedGolfer) => (isRanked(golfer) && places.get(golfer.relativeScore)) || noValue
  return new Map(golfers.map((golfer) => [golfer.espnId, toPosition(golfer)]))
}
