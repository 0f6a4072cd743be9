import { type ReliabilityBin, toBrierScore, toCalibrationError, toReliability } from '#domain/forecast/calibration.ts'
import { type Prediction, type PredictionKind, predictionKinds } from '#domain/forecast/hindsight.ts'

/** The scores of one kind of prediction, after one round or over all rounds. Shares are from 0 to 1. */
export type Score = {
  readonly kind: PredictionKind
  /** null: after every round. */
  readonly afterRound: number | null
  readonly count: number
  /** The number of predictions that came true. */
  readonly happened: number
  readonly brier: number
  /** 1 is perfect, 0 no better than the standings as they were; null if those were never wrong. */
  readonly skillOverStandings: number | null
  readonly calibrationError: number
  readonly reliability: readonly ReliabilityBin[]
}

/** One score for each kind and round, and one for all rounds of each kind. */
export function scorePredictions(predictions: readonly Prediction[]): Score[] {
  return predictionKinds.flatMap((kind) => {
    const ofKind = predictions.filter((prediction) => prediction.kind === kind)
    const rounds = [...new Set(ofKind.map(({ afterRound }) => afterRound))].sort((a, b) => a - b)
    const perRound = rounds.map((afterRound) =>
      toScore(
        kind,
        afterRound,
        ofKind.filter((prediction) => prediction.afterRound === afterRound),
      ),
    )
    return rounds.length > 1 ? [...perRound, toScore(kind, null, ofKind)] : perRound
  })
}

function toScore(kind: PredictionKind, afterRound: number | null, predictions: readonly Prediction[]): Score {
  const brier = toBrierScore(predictions)
  const brierOfStandings = toBrierScore(
    predictions.map(({ inStandings, happened }) => ({ chance: Number(inStandings), happened })),
  )
  return {
    kind,
    afterRound,
    count: predictions.length,
    happened: predictions.filter(({ happened }) => happened).length,
    brier,
    skillOverStandings: brierOfStandings === 0 ? null : 1 - brier / brierOfStandings,
    calibrationError: toCalibrationError(predictions),
    reliability: toReliability(predictions),
  }
}
