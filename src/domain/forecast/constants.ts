/** The constants of the forecast (docs/forecast.md). All spreads are standard deviations in strokes per round. */
export type ForecastConstants = {
  /** Strokes a round per normal score of the golfer's rank in the organiser's lists. */
  readonly rank: number
  /**
   * Strokes a round per squared normal score: above 0, the last of the lists are further behind the middle than the
   * first are ahead of it.
   */
  readonly bend: number
  /** Spread of a golfer's skill in this week around what the rank says. */
  readonly week: number
  /** Spread of a single round around the golfer's skill. */
  readonly round: number
  /** Spread of the effect, such as wind, that one half of the draw shares in a round. */
  readonly half: number
  /** Spread of a day's mean score around the mean of the days before. */
  readonly day: number
  /** The chance to withdraw before or in a round. */
  readonly withdrawal: number
}

/** The most probable ones given past tournaments (docs/forecast.md, 2). */
export const forecastConstants: ForecastConstants = {
  rank: 0.95,
  bend: 0.125,
  week: 0.9,
  round: 2.9,
  half: 0.5,
  day: 1,
  withdrawal: 0.0025,
}

/** Expected strokes a round against the field, before the first one, of the golfer whose rank has this normal score. */
export function toPriorSkill(score: number, { rank, bend }: Pick<ForecastConstants, 'rank' | 'bend'>): number {
  return rank * score + bend * (score * score - 1)
}
