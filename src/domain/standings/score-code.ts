import type { Golfer } from '#domain/field/field.ts'
import { countedPerEntry } from './scoring.ts'

/** Far more than golf needs (a spread of 100 strokes takes a hundredth), and a table of at most 64 MB. */
const maxCodes = 2 ** 24

type ScoredGolfer = Pick<Golfer, 'isDNF' | 'relativeScore' | 'total'>

/**
 * Encodes a score as one small integer, from 0: `(relative - lowest) * totalCount + (total - lowest total)`.
 *
 * - A lower code is a better score: relative score first, then total strokes.
 * - Codes add up as scores do, so an entry's code is the sum of its golfers' codes without the highest: the dropped
 *   golfer has the highest code. Between equal codes it does not matter which one is dropped.
 * - A golfer who is out has the code `disqualified`, higher than the sum of any three others. So an entry's code reaches
 *   `disqualified` exactly if it counts a golfer who is out, that is, if it has more than one.
 * - There are only about ten thousand codes, so entries can be ordered by a counting sort.
 */
export type ScoreCoding = ReturnType<typeof createScoreCoding>

/** The coding for these golfers. Throws if their scores are too far apart to be golf scores. */
export function createScoreCoding(golfers: readonly ScoredGolfer[]) {
  const playing = golfers.filter((golfer) => !golfer.isDNF)
  const relative = toRange(playing.map((golfer) => golfer.relativeScore))
  const total = toRange(playing.map((golfer) => golfer.total))
  const relativeScoreCount = countedPerEntry * (relative.highest - relative.lowest) + 1
  const totalCount = countedPerEntry * (total.highest - total.lowest) + 1
  const disqualified = relativeScoreCount * totalCount
  if (!(disqualified <= maxCodes)) {
    throw new Error(
      `Impossible scores: ${relative.lowest} to ${relative.highest} to par, ${total.lowest} to ${total.highest} strokes`,
    )
  }
  return {
    /** The lowest relative score and total that an entry can have: three times the lowest of the field. */
    lowestRelative: countedPerEntry * relative.lowest,
    lowestTotal: countedPerEntry * total.lowest,
    /** The number of possible totals of an entry. */
    totalCount,
    /** The number of possible relative scores of an entry. */
    relativeScoreCount,
    /** The code of a golfer who is out and of a disqualified entry; all other codes are lower. */
    disqualified,
  }
}

/** The code of a golfer in this coding's field. */
export function encodeGolfer(coding: ScoreCoding, golfer: ScoredGolfer): number {
  if (golfer.isDNF) return coding.disqualified
  const relative = golfer.relativeScore - coding.lowestRelative / countedPerEntry
  const total = golfer.total - coding.lowestTotal / countedPerEntry
  return relative * coding.totalCount + total
}

/** The relative score, in strokes to par, of an entry's code; the code must not be `disqualified`. */
export function toRelativeScore(coding: ScoreCoding, code: number): number {
  return Math.floor(code / coding.totalCount) + coding.lowestRelative
}

/** The total strokes of an entry's code; the code must not be `disqualified`. */
export function toTotal(coding: ScoreCoding, code: number): number {
  return (code % coding.totalCount) + coding.lowestTotal
}

function toRange(values: readonly number[]): { lowest: number; highest: number } {
  if (values.length === 0) return { lowest: 0, highest: 0 }
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}
