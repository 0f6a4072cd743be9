import type { ReliabilityBin } from './calibration.ts'
import type { PredictionKind } from './hindsight.ts'

/** Written by `npm run backtest -- FOLDER --write`: how the chances of past tournaments came true (docs/forecast.md). */
export type TrackRecord = { readonly kind: PredictionKind; readonly bins: readonly ReliabilityBin[] }

/** The tournaments that the figures come from. */
export const trackedTournaments = 3

/** One table for each prediction about entries, over all rounds. */
export const trackRecords: readonly TrackRecord[] = [
  {
    kind: 'topThree',
    bins: [
      { from: 0, count: 272, predicted: 0.017, observed: 0.018 },
      { from: 0.1, count: 34, predicted: 0.137, observed: 0.118 },
      { from: 0.2, count: 12, predicted: 0.235, observed: 0.25 },
      { from: 0.3, count: 13, predicted: 0.35, observed: 0.308 },
      { from: 0.4, count: 5, predicted: 0.458, observed: 0.4 },
      { from: 0.5, count: 4, predicted: 0.542, observed: 1 },
      { from: 0.6, count: 4, predicted: 0.63, observed: 0.5 },
      { from: 0.7, count: 5, predicted: 0.731, observed: 0.8 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 2, predicted: 0.984, observed: 1 },
    ],
  },
  {
    kind: 'win',
    bins: [
      { from: 0, count: 326, predicted: 0.011, observed: 0.009 },
      { from: 0.1, count: 10, predicted: 0.142, observed: 0.4 },
      { from: 0.2, count: 6, predicted: 0.235, observed: 0.167 },
      { from: 0.3, count: 6, predicted: 0.346, observed: 0.667 },
      { from: 0.4, count: 2, predicted: 0.407, observed: 0 },
      { from: 0.5, count: 0, predicted: 0, observed: 0 },
      { from: 0.6, count: 1, predicted: 0.695, observed: 0 },
      { from: 0.7, count: 0, predicted: 0, observed: 0 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 0, predicted: 0, observed: 0 },
    ],
  },
  {
    kind: 'disqualified',
    bins: [
      { from: 0, count: 136, predicted: 0.013, observed: 0.007 },
      { from: 0.1, count: 15, predicted: 0.161, observed: 0.467 },
      { from: 0.2, count: 12, predicted: 0.251, observed: 0.167 },
      { from: 0.3, count: 13, predicted: 0.35, observed: 0.462 },
      { from: 0.4, count: 20, predicted: 0.449, observed: 0.45 },
      { from: 0.5, count: 14, predicted: 0.543, observed: 0.571 },
      { from: 0.6, count: 11, predicted: 0.664, observed: 0.455 },
      { from: 0.7, count: 7, predicted: 0.743, observed: 0.571 },
      { from: 0.8, count: 10, predicted: 0.856, observed: 0.7 },
      { from: 0.9, count: 113, predicted: 0.997, observed: 1 },
    ],
  },
]
