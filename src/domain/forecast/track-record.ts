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
    calibrationError: 0.047,
    perfectCalibrationError: 0.049,
    bins: [
      { from: 0, count: 38, predicted: 0.047, observed: 0.026 },
      { from: 0.1, count: 36, predicted: 0.138, observed: 0.083 },
      { from: 0.2, count: 30, predicted: 0.246, observed: 0.367 },
      { from: 0.3, count: 27, predicted: 0.349, observed: 0.296 },
      { from: 0.4, count: 32, predicted: 0.45, observed: 0.531 },
      { from: 0.5, count: 29, predicted: 0.55, observed: 0.517 },
      { from: 0.6, count: 33, predicted: 0.655, observed: 0.727 },
      { from: 0.7, count: 32, predicted: 0.755, observed: 0.719 },
      { from: 0.8, count: 33, predicted: 0.847, observed: 0.788 },
      { from: 0.9, count: 71, predicted: 0.961, observed: 0.958 },
    ],
  },
  {
    kind: 'topTen',
    count: 752,
    calibrationError: 0.02,
    perfectCalibrationError: 0.022,
    bins: [
      { from: 0, count: 487, predicted: 0.025, observed: 0.029 },
      { from: 0.1, count: 100, predicted: 0.142, observed: 0.12 },
      { from: 0.2, count: 52, predicted: 0.247, observed: 0.25 },
      { from: 0.3, count: 36, predicted: 0.35, observed: 0.306 },
      { from: 0.4, count: 26, predicted: 0.446, observed: 0.538 },
      { from: 0.5, count: 15, predicted: 0.576, observed: 0.733 },
      { from: 0.6, count: 8, predicted: 0.658, observed: 0.5 },
      { from: 0.7, count: 11, predicted: 0.759, observed: 0.727 },
      { from: 0.8, count: 9, predicted: 0.85, observed: 0.556 },
      { from: 0.9, count: 8, predicted: 0.95, observed: 0.875 },
    ],
  },
  {
    kind: 'topThree',
    count: 351,
    calibrationError: 0.011,
    perfectCalibrationError: 0.025,
    bins: [
      { from: 0, count: 274, predicted: 0.017, observed: 0.018 },
      { from: 0.1, count: 32, predicted: 0.139, observed: 0.125 },
      { from: 0.2, count: 12, predicted: 0.237, observed: 0.25 },
      { from: 0.3, count: 13, predicted: 0.347, observed: 0.308 },
      { from: 0.4, count: 4, predicted: 0.449, observed: 0.5 },
      { from: 0.5, count: 5, predicted: 0.536, observed: 0.8 },
      { from: 0.6, count: 4, predicted: 0.634, observed: 0.5 },
      { from: 0.7, count: 5, predicted: 0.735, observed: 0.8 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 2, predicted: 0.984, observed: 1 },
    ],
  },
  {
    kind: 'win',
    count: 351,
    calibrationError: 0.021,
    perfectCalibrationError: 0.013,
    bins: [
      { from: 0, count: 326, predicted: 0.011, observed: 0.009 },
      { from: 0.1, count: 10, predicted: 0.141, observed: 0.4 },
      { from: 0.2, count: 5, predicted: 0.222, observed: 0 },
      { from: 0.3, count: 6, predicted: 0.334, observed: 0.667 },
      { from: 0.4, count: 3, predicted: 0.408, observed: 0.333 },
      { from: 0.5, count: 0, predicted: 0, observed: 0 },
      { from: 0.6, count: 1, predicted: 0.69, observed: 0 },
      { from: 0.7, count: 0, predicted: 0, observed: 0 },
      { from: 0.8, count: 0, predicted: 0, observed: 0 },
      { from: 0.9, count: 0, predicted: 0, observed: 0 },
    ],
  },
  {
    kind: 'disqualified',
    count: 351,
    calibrationError: 0.038,
    perfectCalibrationError: 0.042,
    bins: [
      { from: 0, count: 136, predicted: 0.013, observed: 0.007 },
      { from: 0.1, count: 11, predicted: 0.148, observed: 0.455 },
      { from: 0.2, count: 16, predicted: 0.243, observed: 0.313 },
      { from: 0.3, count: 14, predicted: 0.362, observed: 0.357 },
      { from: 0.4, count: 18, predicted: 0.439, observed: 0.444 },
      { from: 0.5, count: 17, predicted: 0.55, observed: 0.647 },
      { from: 0.6, count: 7, predicted: 0.662, observed: 0.571 },
      { from: 0.7, count: 9, predicted: 0.729, observed: 0.333 },
      { from: 0.8, count: 10, predicted: 0.846, observed: 0.7 },
      { from: 0.9, count: 113, predicted: 0.996, observed: 1 },
    ],
  },
]
