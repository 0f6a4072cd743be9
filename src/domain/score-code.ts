import type { Golfer } from './field.ts'
import { countedPerEntry } from './scoring.ts'

/**
 * A score as one small integer, from 0: `(relative - lowest) * totalCount + (total - lowest total)`.
 *
 * - The smaller code is the better score: relative score first, then total strokes.
 * - Codes add up as scores do, so an entry's code is the sum of its golfers' codes without the greatest: the dropped
 *   golfer is the one with the greatest code, and between golfers of equal codes it makes no difference which.
 * - A golfer who is out has the code `disqualified`, above that of any three who are not. So an entry's code reaches
 *   `disqualified` exactly when a golfer who is out is among its counted three: when it has more than one.
 * - Codes are so few (some ten thousand) that entries can be sorted by counting them.
 */
export type ScoreCoding = {
  /** What an entry has at least: three times the field's lowest relative score and lowest total. */
  readonly lowestRelative: number
  readonly lowestTotal: number
  /** How many different totals an entry can have. */
  readonly totalCount: number
  /** How many different relative scores an entry can have. */
  readonly relativeScoreCount: number
  /** The code of a golfer who is out and of an entry that is disqualified; all others are below. */
  readonly disqualified: number
}

/** Far beyond any golf (a spread of 100 strokes takes a hundredth), and still a table of 64 MB at most. */
const maxCodes = 2 ** 24

type ScoredGolfer = Pick<Golfer, 'isDNF' | 'relativeScore' | 'total'>

/** The coding for these golfers. Throws when their scores lie so far apart that they cannot be golf scores. */
export function createScoreCoding(golfers: readonly ScoredGolfer[]): ScoreCoding {
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
    lowestRelative: countedPerEntry * relative.lowest,
    lowestTotal: countedPerEntry * total.lowest,
    totalCount,
    relativeScoreCount,
    disqualified,
  }
}

/** The code of one golfer. */
export function encodeGolfer(coding: ScoreCoding, golfer: ScoredGolfer): number {
  if (golfer.isDNF) return coding.disqualified
  const relative = golfer.relativeScore - coding.lowestRelative / countedPerEntry
  const total = golfer.total - coding.lowestTotal / countedPerEntry
  return relative * coding.totalCount + total
}

/** The strokes to par of an entry's code, which must not be `disqualified`. */
export function toRelativeScore(coding: ScoreCoding, code: number): number {
  return Math.floor(code / coding.totalCount) + coding.lowestRelative
}

/** The strokes of an entry's code, which must not be `disqualified`. */
export function toTotal(coding: ScoreCoding, code: number): number {
  return (code % coding.totalCount) + coding.lowestTotal
}

function toRange(values: readonly number[]): { lowest: number; highest: number } {
  if (values.length === 0) return { lowest: 0, highest: 0 }
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}
