import { type Prediction, predictAfter } from '#domain/forecast/hindsight.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import type { PastTournament } from './read-tournament.ts'
import { type Score, scorePredictions } from './score-predictions.ts'

/** The forecasts of past tournaments, compared with what happened. */
export type Backtest = {
  readonly names: readonly string[]
  readonly simulations: number
  /** Over all tournaments. */
  readonly scores: readonly Score[]
}

/** Forecasts each tournament again after each of its rounds. The order of the tournaments does not matter. */
export function runBacktest(tournaments: readonly PastTournament[], simulations: number): Backtest {
  return {
    names: tournaments.map(({ name }) => name),
    simulations,
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
