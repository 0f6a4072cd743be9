import { expect, it } from 'vitest'
import { toCalibrationError } from '#domain/forecast/calibration.ts'
import { type ForecastConstants, forecastConstants } from '#domain/forecast/constants.ts'
import { predictAfter } from '#domain/forecast/hindsight.ts'
import { chooseConstants } from './choose-constants.ts'
import { parseTournament } from './read-tournament.ts'
import { toReport, writeTables } from './report.ts'
import { runBacktest } from './run-backtest.ts'
import { createSyntheticTournaments } from './synthetic-tournaments.ts'
import { toJson, toPredictionsCsv } from './to-json.ts'

const tournaments = createSyntheticTournaments(24, 1, forecastConstants)
const few = { simulations: 100, imagined: 5 }

/** The calibration error of the cut after round 1, over the first tournaments. */
function errorOf(count: number, constants: ForecastConstants): number {
  const predictions = tournaments
    .slice(0, count)
    .flatMap(({ event }, seed) => predictAfter(event, new Uint16Array(), 1, { seed, simulations: 400, constants }))
  return toCalibrationError(predictions.filter(({ kind }) => kind === 'cut'))
}

it('the more tournaments are played as the model says, the smaller its calibration error', () => {
  const right = errorOf(24, forecastConstants)
  expect(right).toBeLessThan(0.02)
  expect(right).toBeLessThan(errorOf(3, forecastConstants))
  // An overconfident model is detected.
  expect(errorOf(24, { ...forecastConstants, round: 2, week: 1.4 })).toBeGreaterThan(0.04)
})

it('the constants are recovered from the rounds of such tournaments', () => {
  const truth = { ...forecastConstants, rank: 1.2, bend: 0.05, week: 0.5, round: 3.1 }
  const { rank, bend, week, round } = chooseConstants(
    createSyntheticTournaments(12, 4, truth).map(({ event }) => event),
  )
  expect(rank).toBeGreaterThan(1.05)
  expect(rank).toBeLessThan(1.35)
  expect(bend).toBeLessThan(0.15)
  expect(week).toBeLessThan(0.7)
  expect(Math.abs(round - 3.1)).toBeLessThan(0.11)
})

it('one event is forecast with the shipped constants, several with those from the others', () => {
  const [first, second] = tournaments as [(typeof tournaments)[0], (typeof tournaments)[0]]
  const alone = runBacktest([first], few)
  expect(alone.tournaments[0]?.constants).toEqual(forecastConstants)
  expect(alone.shipped).toBeNull()
  expect(toReport(alone, [])).toContain('1 tournament, 100 simulations')
  // Two pools of one event are one event.
  const twoPools = runBacktest([first, { ...first, picks: first.picks.slice(0, 40) }], few)
  expect(twoPools.tournaments.map(({ constants }) => constants)).toEqual([forecastConstants, forecastConstants])
  const both = runBacktest([first, second], few)
  const others = [second, first].map(({ event }) => chooseConstants([event]))
  expect(both.tournaments.map(({ constants }) => constants)).toEqual(others)
  expect(both.shipped).not.toBeNull()
})

it('does not depend on the order of the files', () => {
  const scores = runBacktest(tournaments.slice(0, 3), few).scores
  const reversed = runBacktest(tournaments.slice(0, 3).reverse(), few).scores
  const rounded = (all: typeof scores) =>
    all.map(({ kind, brier, calibrationError }) => [kind, brier, calibrationError])
  expect(rounded(reversed).flat().map(toFigure)).toEqual(rounded(scores).flat().map(toFigure))
})

function toFigure(value: unknown): unknown {
  return typeof value === 'number' ? value.toFixed(9) : value
}

it.each([
  ['no cut', { cut: null }, { out: null, rounds: 4 }],
  ['a cut after three rounds', { cut: { afterRound: 3 } }, { out: 'CUT', rounds: 3 }],
  ['three rounds', { cut: null }, { out: null, rounds: 3 }],
  ['no entries', { cut: { afterRound: 2 }, entries: [] }, { out: 'CUT', rounds: 2 }],
])('a tournament with %s has figures', (_, changes, last) => {
  const { rounds, ...file } = syntheticFile()
  const golfers = file.golfers.map((golfer, index) => ({
    ...golfer,
    rounds: golfer.rounds.map((score, round) => (round < (index % 2 === 0 ? rounds : last.rounds) ? score : null)),
    out: index % 2 === 0 ? null : last.out,
  }))
  const shortened =
    last.out === null ? golfers.map((each) => ({ ...each, rounds: each.rounds.slice(0, last.rounds) })) : golfers
  const past = parseTournament('a.json', JSON.stringify({ ...file, golfers: shortened, ...changes }))
  const backtest = runBacktest([past], few)
  for (const { count, brier, calibrationError } of backtest.scores) {
    expect(count).toBeGreaterThan(0)
    expect(brier).toBeLessThan(1)
    expect(calibrationError).toBeLessThan(1)
  }
  expect(JSON.stringify(toJson(backtest, []))).not.toContain('NaN')
  expect(toReport(backtest, [])).not.toMatch(/NaN|undefined|Infinity/)
})

/** Sixteen golfers whose scores tie often, and five entries. */
function syntheticFile() {
  const golfers = Array.from({ length: 16 }, (_, index) => ({
    id: `g${index}`,
    tier: 'ABCD'.charAt(index / 4),
    rounds: [0, 1, 2, 3].map((round) => 70 + ((index * 7 + round * 3) % 4)),
  }))
  const entries = Array.from({ length: 5 }, (_, row) => [0, 4, 8, 12].map((first) => `g${first + ((row + first) % 4)}`))
  return { name: 'Sony Open 2018', par: 70, golfers, entries, rounds: 4 }
}

it('every figure can be computed again from the predictions', () => {
  const backtest = runBacktest(tournaments.slice(0, 2), few)
  const [head, ...lines] = toPredictionsCsv(backtest).trimEnd().split('\n')
  expect(head).toBe('tournament,prediction,afterRound,index,chance,happened,inStandings,baseRate')
  const json = toJson(backtest, []) as { scores: Record<string, unknown>[] }
  const rows = lines.map((line) => line.split(',')).filter(([, name, round]) => `${name} ${round}` === 'entry wins 2')
  const outcomes = rows.map((row) => ({ chance: Number(row[4]), happened: row[5] === '1' }))
  const score = json.scores.find(({ prediction, afterRound }) => prediction === 'entry wins' && afterRound === 2)
  expect(score).toMatchObject({ count: outcomes.length, happened: outcomes.filter(({ happened }) => happened).length })
  expect(score?.['calibrationError']).toBeCloseTo(toCalibrationError(outcomes))
  const skill = (score?.['brierScore'] as number) / (score?.['brierScoreOfStandings'] as number)
  expect(score?.['skillAgainstStandings']).toBeCloseTo(1 - skill)
})

it('the tables of a page are replaced after the comments with their names', () => {
  const backtest = runBacktest(tournaments.slice(0, 1), few)
  const names = ['constants', 'scores', 'reliability', 'shipped', 'moments']
  const page = names.map((name) => `Above\n\n<!-- backtest: ${name} -->\n\n| old |\n| --- |\n\nBelow`).join('\n')
  const written = writeTables(page, backtest, [])
  expect(written).not.toContain('| old |')
  expect(written.match(/Above|Below/g)).toHaveLength(10)
  expect(writeTables(written, backtest, [])).toBe(written)
  expect(() => writeTables('Nothing', backtest, [])).toThrow('no table after "<!-- backtest: constants -->"')
})
