import { type ForecastConstants, forecastConstants } from '#domain/forecast/constants.ts'
import { type Prediction, predictAfter } from '#domain/forecast/hindsight.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { chooseConstants } from './choose-constants.ts'
import type { PastTournament } from './read-tournament.ts'
import { type RatedPrediction, rateTournaments, type Score, scorePredictions } from './score-predictions.ts'

/** The forecasts of past tournaments, compared with what happened. */
export type Backtest = {
  readonly simulations: number
  readonly tournaments: readonly TournamentBacktest[]
  /** Over all tournaments, each forecast with the constants from the others. */
  readonly scores: readonly Score[]
  /** The same with the pool's own constants; null if that is what `scores` are, because there is one event only. */
  readonly shipped: readonly Score[] | null
  /** Chosen from all tournaments. */
  readonly fitted: ForecastConstants
}

/** One tournament's part. */
export type TournamentBacktest = {
  readonly tournament: PastTournament
  /** Chosen from the other events; the pool's own if there are no others. */
  readonly constants: ForecastConstants
  readonly predictions: readonly RatedPrediction[]
  readonly scores: readonly Score[]
}

/** The options of a backtest: `imagined` is the number of simulated outcomes used to estimate a perfect forecast. */
export type BacktestOptions = { readonly simulations: number; readonly imagined: number }

/** Forecasts each tournament again after each of its rounds. The order of the tournaments does not matter. */
export function runBacktest(tournaments: readonly PastTournament[], options: BacktestOptions): Backtest {
  const hasOthers = new Set(tournaments.map(({ eventKey }) => eventKey)).size > 1
  const constants = tournaments.map((left) => (hasOthers ? chooseWithout(tournaments, left) : forecastConstants))
  const rated = rateTournaments(
    tournaments.map((each, index) => predict(each, options, constants[index] ?? forecastConstants)),
  )
  const shipped = hasOthers
    ? scorePredictions(rateTournaments(tournaments.map((each) => predict(each, options, forecastConstants))).flat())
    : null
  return {
    simulations: options.simulations,
    tournaments: tournaments.map((tournament, index) => ({
      tournament,
      constants: constants[index] ?? forecastConstants,
      predictions: rated[index] ?? [],
      scores: scorePredictions(rated[index] ?? []),
    })),
    scores: scorePredictions(rated.flat()),
    shipped,
    fitted: chooseConstants(tournaments.map(({ event }) => event)),
  }
}

/** The constants fitted to the other events, without other pools of the same event. */
function chooseWithout(tournaments: readonly PastTournament[], left: PastTournament): ForecastConstants {
  return chooseConstants(tournaments.filter(({ eventKey }) => eventKey !== left.eventKey).map(({ event }) => event))
}

/** All predictions of one tournament, after each round but the last. */
function predict(
  { event, eventKey, picks }: PastTournament,
  options: BacktestOptions,
  constants: ForecastConstants,
): Prediction[] {
  const rounds = Array.from({ length: event.rounds - 1 }, (_, index) => index + 1)
  return rounds.flatMap((round) => {
    const seed = createRandom(eventKey, round).between(1, 2 ** 31 - 1)
    return predictAfter(event, picks, round, { ...options, seed, constants })
  })
}
