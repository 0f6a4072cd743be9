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
export function toPriorSkill(score: number): number {
  return constants.rank * score + constants.bend * (score * score - 1)
}
