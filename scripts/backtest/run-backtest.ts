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

/** The options of a backtest: `imagined` is the number of simulated outcomes used to estimate a perfect forecast. */
export type BacktestOptions = { readonly simulations: number; readonly imagined: number }

/** Forecasts each tournament again after each of its rounds. The order of the tournaments does not matter. */
export function runBacktest(tournaments: readonly PastTournament[], options: BacktestOptions): Backtest {
  return {
    names: tournaments.map(({ name }) => name),
    simulations: options.simulations,
    scores: scorePredictions(tournaments.flatMap((tournament) => predict(tournament, options))),
  }
}

/** All predictions of one tournament, after each round but the last. */
function predict({ event, eventKey, picks }: PastTournament, options: BacktestOptions): Prediction[] {
  const rounds = Array.from({ length: event.rounds - 1 }, (_, index) => index + 1)
  return rounds.flatMap((round) => {
    const seed = createRandom(eventKey, round).between(1, 2 ** 31 - 1)
    return predictAfter(event, picks, round, { ...options, seed })
  })
}
