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
    calibrationError: 0.038,
    perfectCalibrationError: 0.049,
    bins: [
      { from: 0, count: 38, predicted: 0.049, observed: 0.026 },
      { from: 0.1, count: 37, predicted: 0.14, observed: 0.108 },
      { from: 0.2, count: 31, predicted: 0.253, observed: 0.323 },
      { from: 0.3, count: 27, predicted: 0.354, observed: 0.333 },
      { from: 0.4, count: 29, predicted: 0.451, observed: 0.552 },
      { from: 0.5, count: 30, predicted: 0.549, observed: 0.5 },
      { from: 0.6, count: 31, predicted: 0.648, observed: 0.71 },
      { from: 0.7, count: 36, predicted: 0.754, observed: 0.75 },
      { from: 0.8, count: 32, predicted: 0.848, observed: 0.813 },
      { from: 0.9, count: 70, predicted: 0.963, observed: 0.943 },
    ],
  },
  {
    kind: 'topTen',
    count: 752,
    calibrationError: 0.021,
    perfectCalibrationError: 0.022,
    bins: [
      { from: 0, count: 491, predicted: 0.025, observed: 0.029 },
      { from: 0.1, count: 94, predicted: 0.142, observed: 0.138 },
      { from: 0.2, count: 55, predicted: 0.244, observed: 0.236 },
      { from: 0.3, count: 33, predicted: 0.347, observed: 0.273 },
      { from: 0.4, count: 25, predicted: 0.443, observed: 0.52 },
      { from: 0.5, count: 15, predicted: 0.559, observed: 0.733 },
      { from: 0.6, count: 10, predicted: 0.652, observed: 0.5 },
      { from: 0.7, count: 10, predicted: 0.756, observed: 0.8 },
      { from: 0.8, count: 10, predicted: 0.84, observed: 0.5 },
      { from: 0.9, count: 9, predicted: 0.946, observed: 0.889 },
    ],
  },
  {
    kind: 'topThree',
    count: 351,
    calibrationError: 0.018,
    perfectCalibrationError: 0.025,
    bins: [
      { from: 0, count: 272, predicted: 0.017, observed: 0.018 },
      { from: 0.1, count: 33, predicted: 0.136, observed: 0.091 },
      { from: 0.2, count: 14, predicted: 0.239, observed: 0.286 },
      { from: 0.3, count: 13, predicted: 0.348, observed: 0.308 },
      { from: 0.4, count: 3, predicted: 0.457, observed: 0.667 },
      { from: 0.5, count: 6, predicted: 0.548, observed: 0.833 },
      { from: 0.6, count: 3, predicted: 0.644, observed: 0.667 },
      { from: 0.7, count: 5, predicted: 0.74, observed: 0.6 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 2, predicted: 0.983, observed: 1 },
    ],
  },
  {
    kind: 'win',
    count: 351,
    calibrationError: 0.016,
    perfectCalibrationError: 0.014,
    bins: [
      { from: 0, count: 328, predicted: 0.012, observed: 0.012 },
      { from: 0.1, count: 9, predicted: 0.153, observed: 0.333 },
      { from: 0.2, count: 5, predicted: 0.238, observed: 0 },
      { from: 0.3, count: 4, predicted: 0.329, observed: 0.75 },
      { from: 0.4, count: 4, predicted: 0.416, observed: 0.5 },
      { from: 0.5, count: 0, predicted: 0, observed: 0 },
      { from: 0.6, count: 1, predicted: 0.688, observed: 0 },
      { from: 0.7, count: 0, predicted: 0, observed: 0 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 0, predicted: 0, observed: 0 },
    ],
  },
  {
    kind: 'disqualified',
    count: 351,
    calibrationError: 0.042,
    perfectCalibrationError: 0.042,
    bins: [
      { from: 0, count: 136, predicted: 0.011, observed: 0.007 },
      { from: 0.1, count: 15, predicted: 0.155, observed: 0.467 },
      { from: 0.2, count: 12, predicted: 0.253, observed: 0.25 },
      { from: 0.3, count: 18, predicted: 0.354, observed: 0.444 },
      { from: 0.4, count: 17, predicted: 0.439, observed: 0.412 },
      { from: 0.5, count: 15, predicted: 0.541, observed: 0.667 },
      { from: 0.6, count: 8, predicted: 0.655, observed: 0.625 },
      { from: 0.7, count: 9, predicted: 0.737, observed: 0.333 },
      { from: 0.8, count: 10, predicted: 0.848, observed: 0.7 },
      { from: 0.9, count: 111, predicted: 0.997, observed: 1 },
    ],
  },
]
