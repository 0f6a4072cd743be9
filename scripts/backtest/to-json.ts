import { findCalibrationGoal, findSkillGoal, predictionNames } from './prediction-names.ts'
import type { RecordedMoment } from './recorded-moments.ts'
import type { Backtest } from './run-backtest.ts'
import type { Score } from './score-predictions.ts'

/** Describes the names used in the file. */
const definitions = {
  scores:
    'one for each prediction and round, over the predictions of all tournaments together; afterRound "all" is over all rounds',
  constants: 'those of each tournament are chosen from the other tournaments; the pool’s own if there is no other',
  brierScore: 'mean of (chance - outcome) squared, outcome 1 or 0',
  skillAgainstStandings:
    '1 - brierScore / brierScoreOfStandings: chance 1 or 0 by the standings as they were, with the cut made where it is still to come; null if those were always right',
  skillAgainstBaseRate:
    '1 - brierScore / brierScoreOfBaseRate: the share of the same prediction after the same round in the other tournaments; of the same one if there is no other',
  calibrationError:
    'expected calibration error: ten bins of equal width, [0, 0.1) to [0.9, 1]; the mean over the bins of |meanChance - observedShare|, weighted by count',
  perfectForecast:
    'what this forecast would show if it were exactly right: the same figure with outcomes drawn from its own simulations; mean, and the 5th and 95th of each hundred',
  predictions: 'all of them, with chance and outcome, are in backtest-predictions.csv',
}

/** The content of backtest.json. All chances, shares, skills and errors are from 0 to 1. */
export function toJson(backtest: Backtest, moments: readonly RecordedMoment[]): object {
  return {
    definitions,
    simulations: backtest.simulations,
    tournaments: backtest.tournaments.map(({ tournament, constants, scores }) => ({
      name: tournament.name,
      file: tournament.file,
      golfers: tournament.event.players,
      entries: tournament.picks.length / 4,
      rounds: tournament.event.rounds,
      cut: tournament.event.cut,
      warnings: tournament.warnings,
      constants,
      scores: scores.map(toScoreJson),
    })),
    constantsFromAll: backtest.fitted,
    scores: backtest.scores.map(toScoreJson),
    scoresWithShippedConstants: backtest.shipped?.map(toScoreJson) ?? null,
    midRound: moments,
  }
}

function toScoreJson(score: Score): object {
  const { kind, afterRound, skillOverStandings, calibrationError } = score
  const [skillGoal, calibrationGoal] = [findSkillGoal(kind, afterRound), findCalibrationGoal(kind)]
  return {
    prediction: predictionNames[kind],
    afterRound: afterRound ?? 'all',
    count: score.count,
    happened: score.happened,
    brierScore: score.brier,
    brierScoreOfStandings: score.brierOfStandings,
    brierScoreOfBaseRate: score.brierOfBaseRate,
    skillAgainstStandings: skillOverStandings,
    skillAgainstStandingsGoal: skillGoal,
    skillAgainstStandingsGoalMet:
      skillGoal === null || skillOverStandings === null ? null : skillOverStandings >= skillGoal,
    skillAgainstBaseRate: score.skillOverBaseRate,
    calibrationError,
    calibrationErrorGoal: calibrationGoal,
    calibrationErrorGoalMet: calibrationGoal === null ? null : calibrationError <= calibrationGoal,
    perfectForecast: {
      skillAgainstStandings: score.perfectSkill,
      calibrationError: score.perfectCalibrationError,
    },
    bins: score.reliability.map(({ from, count, predicted, observed }) => ({
      from,
      to: Math.round(from * 10 + 1) / 10,
      count,
      meanChance: count === 0 ? null : predicted,
      observedShare: count === 0 ? null : observed,
    })),
  }
}

/** Every prediction: `index` counts golfers or entries by the tournament's own order. */
export function toPredictionsCsv({ tournaments }: Backtest): string {
  const head = 'tournament,prediction,afterRound,index,chance,happened,inStandings,baseRate'
  const lines = tournaments.flatMap(({ tournament, predictions }) =>
    predictions.map(({ kind, afterRound, index, chance, happened, inStandings, baseRate }) => {
      const name = `"${tournament.name.replaceAll('"', '""')}"`
      const figures = [afterRound, index, chance, Number(happened), Number(inStandings), baseRate]
      return [name, predictionNames[kind], ...figures].join()
    }),
  )
  return `${[head, ...lines].join('\n')}\n`
}
