import type { ForecastConstants } from '#domain/forecast/constants.ts'
import type { PredictionKind } from '#domain/forecast/hindsight.ts'
import type { RecordedMoment } from './recorded-moments.ts'
import type { Score } from './score-predictions.ts'

const names: Record<PredictionKind, string> = {
  cut: 'golfer makes the cut',
  topTen: 'golfer in the top ten',
  topThree: 'entry in the top three',
  win: 'entry wins',
  disqualified: 'entry disqualified',
}

/** The goals of docs/forecast.md: skill over the standings by kind and round, and calibration error by kind. */
const skillGoals: Partial<Record<PredictionKind, readonly number[]>> = { cut: [0.35], topThree: [0.4, 0.3, 0.3] }
const calibrationGoals: Partial<Record<PredictionKind, number>> = { cut: 0.03, topTen: 0.03, disqualified: 0.05 }

/** The scores as a Markdown table, then their reliability. */
export function formatScores(scores: readonly Score[]): string {
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
    names[score.kind],
    score.afterRound === null ? 'all' : String(score.afterRound),
    String(score.count),
    String(score.happened),
    score.brier.toFixed(4),
    formatShare(score.skillOverStandings),
    formatGoal(score.skillOverStandings, skillGoals[score.kind]?.[(score.afterRound ?? 0) - 1], 1),
    formatShare(score.perfectSkill),
    formatShare(score.skillOverBaseRate),
    formatShare(score.calibrationError),
    formatGoal(score.calibrationError, calibrationGoals[score.kind], -1),
    formatShare(score.perfectCalibrationError),
  ])
  return `${formatTable([head, ...rows])}\n\n${formatReliability(scores)}`
}

function formatShare(share: number | null): string {
  return share === null ? '--' : (share * 100).toFixed(1)
}

/** `sign` is 1 if more is better, -1 if less is. */
function formatGoal(value: number | null, goal: number | undefined, sign: 1 | -1): string {
  if (goal === undefined || value === null) return ''
  return `${goal * 100} ${sign * (value - goal) >= 0 ? 'met' : 'missed'}`
}

/** For each kind and bin: the mean chance, how often it happened, and the number of predictions. */
function formatReliability(scores: readonly Score[]): string {
  const kinds = [...new Set(scores.map(({ kind }) => kind))]
  // The last score of a kind is that over all its rounds.
  const all = kinds.flatMap((kind) => scores.findLast((score) => score.kind === kind) ?? [])
  const head = ['Chance', ...all.map(({ kind }) => names[kind])]
  const rows = Array.from({ length: 10 }, (_, bin) => [
    `${bin * 10} to ${bin * 10 + 10} %`,
    ...all.map(({ reliability }) => {
      const { count, predicted, observed } = reliability[bin] ?? { count: 0, predicted: 0, observed: 0 }
      return count === 0 ? '' : `${formatShare(predicted)} > ${formatShare(observed)} (${count})`
    }),
  ])
  return `Reliability, all rounds: chance > observed, in per cent (n)\n\n${formatTable([head, ...rows])}`
}

/** Which constants each tournament was forecast with. */
export function formatConstants(
  chosen: readonly { tournament: string; constants: ForecastConstants }[],
  fitted: ForecastConstants,
): string {
  const cells = (name: string, { rank, bend, week, round, withdrawal }: ForecastConstants) => [
    name,
    rank.toFixed(2),
    bend.toFixed(3),
    week.toFixed(2),
    round.toFixed(2),
    withdrawal.toFixed(4),
  ]
  return formatTable([
    ['Forecast', 'rank', 'bend', 'week', 'round', 'withdrawal'],
    ...chosen.map(({ tournament, constants }) => cells(tournament, constants)),
    cells('(all of them)', fitted),
  ])
}

/** How good the golfers' chances were in the middle of rounds. */
export function formatMoments(moments: readonly RecordedMoment[]): string {
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
