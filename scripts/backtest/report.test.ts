import { expect, it } from 'vitest'
import { parseTournament } from './read-tournament.ts'
import { toReport, toTrackRecord } from './report.ts'
import { runBacktest } from './run-backtest.ts'

const few = 100

it('the report does not depend on the order of the files', () => {
  const files = ['a', 'b', 'c'].map((name) => parseTournament(`${name}.json`, JSON.stringify(buildFile(name))))
  const figures = (tournaments: typeof files) => toReport(runBacktest(tournaments, few)).split('\n').slice(1)
  expect(figures(files.toReversed())).toEqual(figures(files))
})

it.each([
  ['no cut', { cut: null }, { out: null, rounds: 4 }],
  ['a cut after three rounds', { cut: { afterRound: 3 } }, { out: 'CUT', rounds: 3 }],
  ['three rounds', { cut: null }, { out: null, rounds: 3 }],
  ['no entries', { cut: { afterRound: 2 }, entries: [] }, { out: 'CUT', rounds: 2 }],
])('a tournament with %s has figures', (_, changes, last) => {
  const { rounds, ...file } = buildFile('Sony Open 2018')
  const golfers = file.golfers.map((golfer, index) => ({
    ...golfer,
    rounds: golfer.rounds.map((score, round) => (round < (index % 2 === 0 ? rounds : last.rounds) ? score : null)),
    out: index % 2 === 0 ? null : last.out,
  }))
  const shortened =
    last.out === null ? golfers.map((golfer) => ({ ...golfer, rounds: golfer.rounds.slice(0, last.rounds) })) : golfers
  const past = parseTournament('a.json', JSON.stringify({ ...file, golfers: shortened, ...changes }))
  const backtest = runBacktest([past], few)
  for (const { count, brier, calibrationError } of backtest.scores) {
    expect(count).toBeGreaterThan(0)
    expect(brier).toBeLessThan(1)
    expect(calibrationError).toBeLessThan(1)
  }
  expect(toReport(backtest)).not.toMatch(/NaN|undefined|Infinity/)
})

/** Sixteen golfers whose scores tie often, and five entries. */
function buildFile(name: string) {
  const golfers = Array.from({ length: 16 }, (_, index) => ({
    id: `g${index}`,
    tier: 'ABCD'.charAt(index / 4),
    rounds: [0, 1, 2, 3].map((round) => 70 + ((index * 7 + round * 3) % 4)),
  }))
  const entries = Array.from({ length: 5 }, (_, row) => [0, 4, 8, 12].map((first) => `g${first + ((row + first) % 4)}`))
  return { event: name, name, par: 70, golfers, entries, rounds: 4 }
}

it('the track record contains what the report says about entries, and no names', () => {
  const past = parseTournament('a.json', JSON.stringify(buildFile('Sony Open 2018')))
  const backtest = runBacktest([past], few)
  const record = toTrackRecord(backtest)
  expect(record.match(/kind: '\w+'/g)).toEqual(["kind: 'topThree'", "kind: 'win'", "kind: 'disqualified'"])
  expect(record).toContain('trackedTournaments = 1')
  expect(record).not.toMatch(/NaN|Sony/)
  const wins = backtest.scores.find(({ kind, afterRound }) => kind === 'win' && afterRound === null)
  const [none] = wins?.reliability ?? []
  expect(record.split("kind: 'win'")[1]).toContain(`{ from: 0, count: ${none?.count}, predicted: `)
})
