import type { GolferState } from './event-state.ts'
import { deviateCount, normalDeviates, toNormalScore } from './normal-table.ts'

/** The prior of each golfer's skill before the first round, in strokes per round against the field. */
type PriorSkills = { readonly mean: Float64Array; readonly variance: Float64Array }

/**
 * The organiser's lists tell a golfer's place in the field. A golfer of no tier may be anywhere in the lower half, or
 * below the lists where these are shorter: what is thought of them is less certain, so their own rounds weigh more.
 */
export function toPriorSkills(golfers: readonly GolferState[]): PriorSkills {
  const field = golfers.length
  const ranked = golfers.filter(({ rank }) => rank !== null).length
  const unranked = describeBelow(Math.min(0.5, ranked / Math.max(1, field)))
  const known = constants.week * constants.week
  return {
    mean: Float64Array.from(golfers, ({ rank }) =>
      rank === null ? unranked.mean : toPriorSkill(toNormalScore(toShare(rank, ranked, field))),
    ),
    variance: Float64Array.from(golfers, ({ rank }) => known + (rank === null ? unranked.variance : 0)),
  }
}

/** The share of the field that is better than a ranked golfer, who shares the lower half with those of no tier. */
function toShare(rank: number, ranked: number, field: number): number {
  const [position, half] = [rank + 0.5, field / 2]
  return position <= half ? position / field : 0.5 + (position - half) / (2 * (ranked - half))
}

/** The skill of a golfer of whom only is known that this share of the field is better. */
function describeBelow(share: number): { mean: number; variance: number } {
  const scores = normalDeviates.subarray(Math.min(deviateCount - 1, Math.round(share * deviateCount)))
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const square = scores.reduce((sum, score) => sum + score * score, 0) / scores.length
  return {
    mean: constants.rank * mean + constants.bend * (square - 1),
    variance: constants.rank * constants.rank * Math.max(0, square - mean * mean),
  }
}

/** The most probable constants given past tournaments (docs/forecast.md, 2). All spreads are standard deviations in strokes per round. */
export const constants = {
  /** Strokes a round per normal score of the golfer's rank in the organiser's lists. */
  rank: 0.95,
  /**
   * Strokes a round per squared normal score: above 0, the last of the lists are further behind the middle than the
   * first are ahead of it.
   */
  bend: 0.125,
  /** Spread of a golfer's skill in this week around what the rank says. */
  week: 0.9,
  /** Spread of a single round around the golfer's skill. */
  round: 2.9,
  /** Spread of the effect, such as wind, that one half of the draw shares in a round. */
  half: 0.5,
  /** Spread of a day's mean score around the mean of the days before. */
  day: 1,
  /** The chance to withdraw before or in a round. */
  withdrawal: 0.0025,
}

/** Expected strokes a round against the field, before the first one, of the golfer whose rank has this normal score. */
function toPriorSkill(score: number): number {
  return constants.rank * score + constants.bend * (score * score - 1)
}
