import { toBrierScore, toCalibrationError, toReliability } from '#domain/forecast/calibration.ts'
import { type Prediction, type PredictionKind, predictAfter, predictionKinds } from '#domain/forecast/hindsight.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import type { PastTournament } from './read-tournament.ts'

/** The scores of one kind of prediction, after one round or over all rounds. Shares are from 0 to 1. */
export type Score = ReturnType<typeof toScore>

/** The forecasts of past tournaments, compared with what happened. */
export type Backtest = ReturnType<typeof runBacktest>

/** Forecasts each tournament again after each of its rounds. The order of the tournaments does not matter. */
export function runBacktest(tournaments: readonly PastTournament[], simulations: number) {
  return {
    names: tournaments.map(({ name }) => name),
    simulations,
    /** Over all tournaments. */
    scores: scorePredictions(tournaments.flatMap((tournament) => predict(tournament, simulations))),
  }
}

/** All predictions of one tournament, after each round but the last. */
function predict({ event, eventKey, picks }: PastTournament, simulations: number): Prediction[] {
  const rounds = Array.from({ length: event.rounds - 1 }, (_, index) => index + 1)
  return rounds.flatMap((round) => {
    const seed = createRandom(eventKey, round).between(1, 2 ** 31 - 1)
    return predictAfter(event, picks, round, { simulations, seed })
  })
}

/** One score for each kind and round, and one for all rounds of each kind. */
function scorePredictions(predictions: readonly Prediction[]): Score[] {
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

function toScore(kind: PredictionKind, afterRound: number | null, predictions: readonly Prediction[]) {
  const brier = toBrierScore(predictions)
  const brierOfStandings = toBrierScore(
    predictions.map(({ inStandings, happened }) => ({ chance: Number(inStandings), happened })),
  )
  return {
    kind,
    /** null: after every round. */
    afterRound,
    count: predictions.length,
    /** The number of predictions that came true. */
    happened: predictions.filter(({ happened }) => happened).length,
    brier,
    /** 1 is perfect, 0 no better than the standings as they were; null if those were never wrong. */
    skillOverStandings: brierOfStandings === 0 ? null : 1 - brier / brierOfStandings,
    calibrationError: toCalibrationError(predictions),
    reliability: toReliability(predictions),
  }
}
