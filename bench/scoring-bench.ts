import { createPool } from '#domain/entries/pool.ts'
import { scorePool, standingAt } from '#domain/standings/standings.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { type BenchRow, toRatioRow } from './bench-row.ts'
import { median } from './load.ts'
import { generateField, generateTournament } from './pool-generator.ts'

const rows = 100_000
const goalRatio = 5
/** More than a screen shows at once. */
const visibleLines = 50
const warmUps = 10
const repeats = 40

/**
 * How long a refresh takes to become standings: all rows ranked and the first lines ready to render, compared with the
 * same rules over plain objects.
 */
export async function* measureScoring(): AsyncGenerator<BenchRow> {
  const tournament = generateTournament(rows)
  const pool = createPool(tournament)
  const naiveRows = listNaiveRows(tournament)
  // Different moments, so that no run profits from cached results of the previous one.
  const fields = [1, 2, 3].map((moment) => generateField(tournament, moment))
  const times: { ours: number[]; naive: number[] } = { ours: [], naive: [] }
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    const field = fields[(turn + warmUps) % fields.length]
    if (field === undefined) throw new Error('There is no field to score.')
    const ours = toMs(() => {
      const standings = scorePool(pool, field)
      return Array.from({ length: visibleLines }, (_, line) => standingAt(standings, line))
    })
    if (turn >= 0) times.ours.push(ours)
    // It takes most of the time, and varies less.
    if (turn % 4 === 0) times.naive.push(toMs(() => rankNaively(naiveRows, field)))
  }
  const value = median(times.ours)
  yield toRatioRow({
    name: `standings of ${rows.toLocaleString('en')} rows`,
    figure: `${value.toPrecision(3)} ms`,
    value: 1 / value,
    baseline: 1 / median(times.naive),
    minRatio: goalRatio,
    of: 'as fast as the naive implementation',
  })
}

function toMs(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
