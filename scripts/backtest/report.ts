import type { PredictionKind } from '#domain/forecast/hindsight.ts'
import type { Backtest, Score } from './run-backtest.ts'

const predictionNames: Readonly<Record<PredictionKind, string>> = {
  cut: 'golfer makes the cut',
  topTen: 'golfer in the top ten',
  topThree: 'entry in the top three',
  win: 'entry wins',
  disqualified: 'entry disqualified',
}

/** The goals of docs/forecast.md: skill over the standings by kind and round, and calibration error by kind. */
const skillGoals: Partial<Record<PredictionKind, readonly number[]>> = { cut: [0.35], topThree: [0.4, 0.3, 0.3] }
const calibrationGoals: Partial<Record<PredictionKind, number>> = { cut: 0.03, topTen: 0.03, disqualified: 0.05 }

/** The whole report as text, with the table of all scores first. */
export function toReport({ names, simulations, scores }: Backtest): string {
  const tournaments = names.length === 1 ? '1 tournament' : `${names.length} tournaments`
  return [
    `${tournaments}, ${simulations} simulations for each of their rounds: ${names.join(', ')}`,
    formatScores(scores),
    'Reliability, all rounds: mean chance > observed share, in per cent (n)',
    formatReliability(scores),
  ].join('\n\n')
}

/** The text of src/domain/forecast/track-record.ts: figures only, no names and no picks. */
export function toTrackRecord({ names, scores }: Backtest): string {
  const round = (share: number) => Math.round(share * 1000) / 1000
  const records = findOverall(scores)
    .filter(({ kind }) => kind !== 'cut' && kind !== 'topTen')
    .map(({ kind, reliability }) => {
      const bins = reliability.map(
        ({ from, count, predicted, observed }) =>
          `      { from: ${from}, count: ${count}, predicted: ${round(predicted)}, observed: ${round(observed)} },\n`,
      )
      return `  {\n    kind: '${kind}',\n    bins: [\n${bins.join('')}    ],\n  },\n`
    })
  return `import type { ReliabilityBin } from './calibration.ts'
import type { PredictionKind } from './hindsight.ts'

/** Written by \`npm run backtest -- FOLDER --write\`: how the chances of past tournaments came true (docs/forecast.md). */
export type TrackRecord = { readonly kind: PredictionKind; readonly bins: readonly ReliabilityBin[] }

/** The tournaments that the figures come from. */
export const trackedTournaments = ${names.length}

/** One table for each prediction about entries, over all rounds. */
export const trackRecords: readonly TrackRecord[] = [
${records.join('')}]
`
}

/** The scores over all rounds: the last one of each kind. */
function findOverall(scores: readonly Score[]): Score[] {
  return scores.filter(({ kind }, index) => kind !== scores[index + 1]?.kind)
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
    'Calibration error',
    'Goal',
  ]
  const rows = scores.map((score) => [
    predictionNames[score.kind],
    score.afterRound === null ? 'all' : String(score.afterRound),
    String(score.count),
    String(score.happened),
    score.brier.toFixed(4),
    formatShare(score.skillOverStandings),
    formatGoal(score.skillOverStandings, skillGoals[score.kind]?.[(score.afterRound ?? 0) - 1], 1),
    formatShare(score.calibrationError),
    formatGoal(score.calibrationError, calibrationGoals[score.kind], -1),
  ])
  return formatTable([head, ...rows])
}

function formatShare(share: number | null): string {
  return share === null ? '--' : (share * 100).toFixed(1)
}

/** `sign` is 1 if more is better, -1 if less is. */
function formatGoal(value: number | null, goal: number | undefined, sign: 1 | -1): string {
  if (goal === undefined || value === null) return ''
  return `${goal * 100} ${sign * (value - goal) >= 0 ? 'met' : 'missed'}`
}

/** The mean chance, the frequency of the outcome and the number of predictions, for each kind and bin. */
function formatReliability(scores: readonly Score[]): string {
  const all = findOverall(scores)
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

function formatTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)].join('\n')
}
