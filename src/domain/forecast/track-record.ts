import type { ReliabilityBin } from './calibration.ts'
import type { PredictionKind } from './hindsight.ts'

/** Written by `npm run backtest -- FOLDER --write`: how the chances of past tournaments came true (docs/forecast.md). */
export type TrackRecord = {
  readonly kind: PredictionKind
  readonly count: number
  readonly calibrationError: number
  readonly perfectCalibrationError: number
  readonly bins: readonly ReliabilityBin[]
}

/** The tournaments that the figures come from. */
export const trackedTournaments = 3

/** One table for each kind of prediction, over all rounds. */
export const trackRecords: readonly TrackRecord[] = [
  {
    kind: 'cut',
    count: 361,
    calibrationError: 0.042,
    perfectCalibrationError: 0.049,
    bins: [
      { from: 0, count: 38, predicted: 0.047, observed: 0.026 },
      { from: 0.1, count: 36, predicted: 0.137, observed: 0.111 },
      { from: 0.2, count: 29, predicted: 0.246, observed: 0.345 },
      { from: 0.3, count: 29, predicted: 0.351, observed: 0.31 },
      { from: 0.4, count: 32, predicted: 0.454, observed: 0.531 },
      { from: 0.5, count: 26, predicted: 0.548, observed: 0.5 },
      { from: 0.6, count: 35, predicted: 0.652, observed: 0.714 },
      { from: 0.7, count: 32, predicted: 0.754, observed: 0.75 },
      { from: 0.8, count: 34, predicted: 0.848, observed: 0.765 },
      { from: 0.9, count: 70, predicted: 0.962, observed: 0.957 },
    ],
  },
  {
    kind: 'topTen',
    count: 752,
    calibrationError: 0.023,
    perfectCalibrationError: 0.022,
    bins: [
      { from: 0, count: 489, predicted: 0.026, observed: 0.029 },
      { from: 0.1, count: 97, predicted: 0.143, observed: 0.124 },
      { from: 0.2, count: 53, predicted: 0.244, observed: 0.245 },
      { from: 0.3, count: 36, predicted: 0.35, observed: 0.306 },
      { from: 0.4, count: 25, predicted: 0.442, observed: 0.56 },
      { from: 0.5, count: 14, predicted: 0.566, observed: 0.786 },
      { from: 0.6, count: 9, predicted: 0.643, observed: 0.333 },
      { from: 0.7, count: 11, predicted: 0.75, observed: 0.727 },
      { from: 0.8, count: 9, predicted: 0.838, observed: 0.556 },
      { from: 0.9, count: 9, predicted: 0.944, observed: 0.889 },
    ],
  },
  {
    kind: 'topThree',
    count: 351,
    calibrationError: 0.011,
    perfectCalibrationError: 0.025,
    bins: [
      { from: 0, count: 273, predicted: 0.017, observed: 0.018 },
      { from: 0.1, count: 34, predicted: 0.141, observed: 0.118 },
      { from: 0.2, count: 11, predicted: 0.241, observed: 0.273 },
      { from: 0.3, count: 13, predicted: 0.346, observed: 0.308 },
      { from: 0.4, count: 4, predicted: 0.438, observed: 0.5 },
      { from: 0.5, count: 5, predicted: 0.537, observed: 0.8 },
      { from: 0.6, count: 5, predicted: 0.647, observed: 0.6 },
      { from: 0.7, count: 4, predicted: 0.743, observed: 0.75 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 2, predicted: 0.984, observed: 1 },
    ],
  },
  {
    kind: 'win',
    count: 351,
    calibrationError: 0.023,
    perfectCalibrationError: 0.014,
    bins: [
      { from: 0, count: 327, predicted: 0.012, observed: 0.009 },
      { from: 0.1, count: 9, predicted: 0.141, observed: 0.444 },
      { from: 0.2, count: 6, predicted: 0.236, observed: 0 },
      { from: 0.3, count: 5, predicted: 0.339, observed: 0.8 },
      { from: 0.4, count: 3, predicted: 0.414, observed: 0.333 },
      { from: 0.5, count: 0, predicted: 0, observed: 0 },
      { from: 0.6, count: 1, predicted: 0.698, observed: 0 },
      { from: 0.7, count: 0, predicted: 0, observed: 0 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 0, predicted: 0, observed: 0 },
    ],
  },
  {
    kind: 'disqualified',
    count: 351,
    calibrationError: 0.041,
    perfectCalibrationError: 0.042,
    bins: [
      { from: 0, count: 136, predicted: 0.014, observed: 0.007 },
      { from: 0.1, count: 13, predicted: 0.154, observed: 0.538 },
      { from: 0.2, count: 14, predicted: 0.253, observed: 0.214 },
      { from: 0.3, count: 14, predicted: 0.357, observed: 0.357 },
      { from: 0.4, count: 19, predicted: 0.443, observed: 0.474 },
      { from: 0.5, count: 16, predicted: 0.544, observed: 0.625 },
      { from: 0.6, count: 7, predicted: 0.658, observed: 0.571 },
      { from: 0.7, count: 9, predicted: 0.726, observed: 0.333 },
      { from: 0.8, count: 10, predicted: 0.843, observed: 0.7 },
      { from: 0.9, count: 113, predicted: 0.996, observed: 1 },
    ],
  },
]
