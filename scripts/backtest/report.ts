import type { ForecastConstants } from '#domain/forecast/constants.ts'
import { findCalibrationGoal, findSkillGoal, predictionNames } from './prediction-names.ts'
import type { RecordedMoment } from './recorded-moments.ts'
import type { Backtest } from './run-backtest.ts'
import type { Expected, Score } from './score-predictions.ts'

/** The whole report as text, with the table of all scores first. */
export function toReport(backtest: Backtest, moments: readonly RecordedMoment[]): string {
  const { tournaments, simulations, shipped } = backtest
  const names = tournaments.length === 1 ? '1 tournament' : `${tournaments.length} tournaments`
  const tables = toTables(backtest, moments)
  const isAlone = shipped === null
  return [
    `${names}, ${simulations} simulations for each of their rounds`,
    isAlone
      ? "The pool's own constants, because there is no other tournament to choose them from"
      : 'Each tournament with the constants chosen from the others',
    tables.scores,
    'Reliability, all rounds: mean chance > observed share, in per cent (n)',
    tables.reliability,
    'Constants',
    tables.constants,
    ...(isAlone ? [] : ["The same with the pool's own constants", tables.shipped]),
    ...(moments.length === 0 ? [] : ['In the middle of rounds, golfers of equal rank', tables.moments]),
  ].join('\n\n')
}

/** The tables by the names that docs/forecast.md gives them. */
function toTables(backtest: Backtest, moments: readonly RecordedMoment[]) {
  return {
    constants: formatConstants(backtest),
    scores: formatScores(backtest.scores),
    reliability: formatReliability(backtest.scores),
    shipped: formatScores(backtest.shipped ?? backtest.scores),
    moments: formatMoments(moments),
  }
}

/** Replaces each table of a page that follows a comment with its name, such as "<!-- backtest: scores -->". */
export function writeTables(page: string, backtest: Backtest, moments: readonly RecordedMoment[]): string {
  return Object.entries(toTables(backtest, moments)).reduce((text, [name, table]) => {
    const place = new RegExp(`(<!-- backtest: ${name} -->\\n\\n)(?:\\|.*\\n)+`)
    if (!place.test(text)) throw new Error(`The page has no table after "<!-- backtest: ${name} -->".`)
    return text.replace(place, (_, comment: string) => `${comment}${table}\n`)
  }, page)
}

function formatScores(scores: readonly Score[]): string {
  const head = [
    'Prediction',
    'After round',
    'n',
    'Happened',
    'Brier score',
    'Skill: standings',
    'Goal',
    'Perfect',
    'Skill: base rate',
    'Calibration error',
    'Goal',
    'Perfect',
  ]
  const rows = scores.map((score) => [
    predictionNames[score.kind],
    score.afterRound === null ? 'all' : String(score.afterRound),
    String(score.count),
    String(score.happened),
    score.brier.toFixed(4),
    formatShare(score.skillOverStandings),
    formatGoal(score.skillOverStandings, findSkillGoal(score.kind, score.afterRound), 1),
    formatExpected(score.perfectSkill),
    formatShare(score.skillOverBaseRate),
    formatShare(score.calibrationError),
    formatGoal(score.calibrationError, findCalibrationGoal(score.kind), -1),
    formatExpected(score.perfectCalibrationError),
  ])
  return formatTable([head, ...rows])
}

function formatShare(share: number | null): string {
  return share === null ? '--' : (share * 100).toFixed(1)
}

function formatExpected(expected: Expected | null): string {
  if (expected === null) return '--'
  const round = (share: number) => Math.round(share * 100)
  return `${formatShare(expected.mean)} (${round(expected.low)} to ${round(expected.high)})`
}

/** `sign` is 1 if more is better, -1 if less is. */
function formatGoal(value: number | null, goal: number | null, sign: 1 | -1): string {
  if (goal === null || value === null) return ''
  return `${goal * 100} ${sign * (value - goal) >= 0 ? 'met' : 'missed'}`
}

/** For each kind and bin: the mean chance, how often it happened, and the number of predictions. */
function formatReliability(scores: readonly Score[]): string {
  const kinds = [...new Set(scores.map(({ kind }) => kind))]
  // The last score of a kind is that over all its rounds.
  const all = kinds.flatMap((kind) => scores.findLast((score) => score.kind === kind) ?? [])
  const head = ['Chance', ...all.map(({ kind }) => predictionNames[kind])]
  const rows = Array.from({ length: 10 }, (_, bin) => [
    `${bin * 10} to ${bin * 10 + 10} %`,
    ...all.map(({ reliability }) => {
      const { count, predicted, observed } = reliability[bin] ?? { count: 0, predicted: 0, observed: 0 }
      return count === 0 ? '' : `${formatShare(predicted)} > ${formatShare(observed)} (${count})`
    }),
  ])
  return formatTable([head, ...rows])
}

/** Which constants each tournament was forecast with. */
function formatConstants({ tournaments, fitted }: Backtest): string {
  const cells = (name: string, constants: ForecastConstants) => [
    name,
    constants.rank.toFixed(2),
    constants.bend.toFixed(3),
    constants.week.toFixed(2),
    constants.round.toFixed(2),
    constants.withdrawal.toFixed(4),
  ]
  return formatTable([
    ['Forecast', 'rank', 'bend', 'week', 'round', 'withdrawal'],
    ...tournaments.map(({ tournament, constants }) => cells(tournament.name, constants)),
    cells('(chosen from all of them)', fitted),
  ])
}

/** How good the golfers' chances were in the middle of rounds. */
function formatMoments(moments: readonly RecordedMoment[]): string {
  const cells = (score: RecordedMoment['cut']) =>
    score === null ? ['', '', ''] : [String(score.count), score.brier.toFixed(4), formatShare(score.calibrationError)]
  return formatTable([
    ['Recorded body', 'Round', 'Played', 'Cut: n', 'Brier', 'Calibration', 'Top ten: n', 'Brier', 'Calibration'],
    ...moments.map(({ file, round, played, cut, topTen }) => [
      file.replace('.json', ''),
      String(round),
      `${Math.round(played * 100)} %`,
      ...cells(cut),
      ...cells(topTen),
    ]),
  ])
}

function formatTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)].join('\n')
}
