import {
  type ReliabilityBin,
  toBrierScore,
  toCalibrationError,
  toPerfectCalibrationError,
  toReliability,
} from '#domain/forecast/calibration.ts'
import { type Prediction, type PredictionKind, predictionKinds } from '#domain/forecast/hindsight.ts'

/** How good the predictions of one kind are, after one round or after all of them. Shares are from 0 to 1. */
export type Score = {
  readonly kind: PredictionKind
  /** null: after every round. */
  readonly afterRound: number | null
  readonly count: number
  /** How many of them happened. */
  readonly happened: number
  readonly brier: number
  /** 1 is perfect, 0 no better than the baseline; null if the baseline was never wrong. */
  readonly skillOverStandings: number | null
  readonly skillOverBaseRate: number | null
  /** The skill over the standings that this forecast would have if it were perfect, over many imagined worlds. */
  readonly perfectSkill: number | null
  readonly calibrationError: number
  /** What a perfect forecast would show with so many predictions. */
  readonly perfectCalibrationError: number
  readonly reliability: readonly ReliabilityBin[]
}

/** A tournament's predictions with the base rate of each: the share in the other tournaments. */
export type RatedPrediction = Prediction & { readonly baseRate: number }

/** One score for each kind and round, and one for all rounds of each kind. */
export function scorePredictions(predictions: readonly RatedPrediction[]): Score[] {
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

function toScore(kind: PredictionKind, afterRound: number | null, predictions: readonly RatedPrediction[]): Score {
  const brier = toBrierScore(predictions)
  const skillOver = (chanceOf: (prediction: RatedPrediction) => number) => {
    const baseline = toBrierScore(predictions.map((each) => ({ chance: chanceOf(each), happened: each.happened })))
    return baseline === 0 ? null : 1 - brier / baseline
  }
  return {
    perfectSkill: toPerfectSkill(predictions),
    kind,
    afterRound,
    count: predictions.length,
    happened: predictions.filter(({ happened }) => happened).length,
    brier,
    skillOverStandings: skillOver(({ inStandings }) => Number(inStandings)),
    skillOverBaseRate: skillOver(({ baseRate }) => baseRate),
    calibrationError: toCalibrationError(predictions),
    perfectCalibrationError: toPerfectCalibrationError(predictions),
    reliability: toReliability(predictions),
  }
}

function toPerfectSkill(predictions: readonly RatedPrediction[]): number | null {
  const imagine = (chanceOf: (prediction: RatedPrediction) => number) =>
    toBrierScore(predictions.flatMap((each) => each.imagined.map((happened) => ({ chance: chanceOf(each), happened }))))
  const baseline = imagine(({ inStandings }) => Number(inStandings))
  return baseline === 0 ? null : 1 - imagine(({ chance }) => chance) / baseline
}

/** Adds the share of the other tournaments; of all of them if there is only one. */
export function rateTournaments(tournaments: readonly (readonly Prediction[])[]): RatedPrediction[] {
  return tournaments.flatMap((predictions, index) => {
    const others = tournaments.length === 1 ? tournaments : tournaments.filter((_, other) => other !== index)
    const known = others.flat()
    return predictions.map((prediction) => {
      const alike = known.filter(
        ({ kind, afterRound }) => kind === prediction.kind && afterRound === prediction.afterRound,
      )
      const happened = alike.filter((each) => each.happened).length
      return { ...prediction, baseRate: alike.length === 0 ? 0.5 : happened / alike.length }
    })
  })
}
