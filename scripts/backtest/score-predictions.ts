import {
  type Outcome,
  type ReliabilityBin,
  toBrierScore,
  toCalibrationError,
  toPerfectCalibrationErrors,
  toReliability,
} from '#domain/forecast/calibration.ts'
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
  /** The skill over the standings that this forecast would have if it were perfect; null without imagined worlds. */
  readonly perfectSkill: Expected | null
  readonly calibrationError: number
  /** The figures of a perfect forecast with this many predictions. */
  readonly perfectCalibrationError: Expected | null
  readonly reliability: readonly ReliabilityBin[]
}

/** A figure over imagined worlds: on average, and from the 5th to the 95th of each hundred. */
export type Expected = { readonly mean: number; readonly low: number; readonly high: number }

/** The share of the imagined worlds in which the baseline must have been wrong. */
const enoughWorlds = 0.95

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
    predictions.map((prediction) => ({ chance: toStanding(prediction), happened: prediction.happened })),
  )
  return {
    kind,
    afterRound,
    count: predictions.length,
    happened: predictions.filter(({ happened }) => happened).length,
    brier,
    skillOverStandings: toSkill(brier, brierOfStandings),
    perfectSkill: toPerfectSkill(predictions),
    calibrationError: toCalibrationError(predictions),
    perfectCalibrationError: toExpected(toPerfectCalibrationErrors(predictions)),
    reliability: toReliability(predictions),
  }
}

function toStanding({ inStandings }: Prediction): number {
  return Number(inStandings)
}

function toSkill(brier: number, baseline: number): number | null {
  return baseline === 0 ? null : 1 - brier / baseline
}

/** The mean is that of both Brier scores, not of their ratio, which a lucky world of the baseline would dominate. */
function toPerfectSkill(predictions: readonly Prediction[]): Expected | null {
  const worlds = Array.from({ length: predictions[0]?.imagined.length ?? 0 }, (_, world) => {
    const outcomeOf = (chanceOf: (prediction: Prediction) => number) =>
      predictions.map(
        (prediction): Outcome => ({ chance: chanceOf(prediction), happened: prediction.imagined[world] === 1 }),
      )
    return { brier: toBrierScore(outcomeOf(({ chance }) => chance)), baseline: toBrierScore(outcomeOf(toStanding)) }
  })
  const skills = worlds.flatMap(({ brier, baseline }) => toSkill(brier, baseline) ?? [])
  // A baseline that is often never wrong says nothing about skill.
  const range = skills.length < worlds.length * enoughWorlds ? null : toExpected(skills)
  const sum = (name: 'brier' | 'baseline') => worlds.reduce((all, world) => all + world[name], 0)
  const mean = toSkill(sum('brier'), sum('baseline'))
  return range === null || mean === null ? null : { ...range, mean }
}

function toExpected(values: readonly number[]): Expected | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, low: at(0.05), high: at(0.95) }
}
