import type { Score } from './score-predictions.ts'

/** The text of src/domain/forecast/track-record.ts: figures only, no names and no picks. */
export function toTrackRecord(scores: readonly Score[], tournaments: number): string {
  const rounded = (share: number) => Math.round(share * 1000) / 1000
  const tables = [...new Set(scores.map(({ kind }) => kind))].flatMap((kind) => {
    const score = scores.findLast((each) => each.kind === kind)
    if (!score) return []
    const bins = score.reliability.map(
      ({ from, count, predicted, observed }) =>
        `      { from: ${from}, count: ${count}, predicted: ${rounded(predicted)}, observed: ${rounded(observed)} },`,
    )
    return [
      `  {`,
      `    kind: '${kind}',`,
      `    count: ${score.count},`,
      `    calibrationError: ${rounded(score.calibrationError)},`,
      `    perfectCalibrationError: ${rounded(score.perfectCalibrationError?.mean ?? 0)},`,
      `    bins: [`,
      ...bins,
      `    ],`,
      `  },`,
    ]
  })
  return `import type { ReliabilityBin } from './calibration.ts'
import type { PredictionKind } from './hindsight.ts'

/** Written by \`npm run backtest -- FOLDER --write\`: how the chances of past tournaments came true (docs/forecast.md). */
export type TrackRecord = {
  readonly kind: PredictionKind
  readonly count: number
  readonly calibrationError: number
  readonly perfectCalibrationError: number
  readonly bins: readonly ReliabilityBin[]
}

/** The tournaments behind the figures. */
export const trackedTournaments = ${tournaments}

/** One table for each kind of prediction, over all rounds. */
export const trackRecords: readonly TrackRecord[] = [
${tables.join('\n')}
]
`
}
