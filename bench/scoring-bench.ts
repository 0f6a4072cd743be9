import { createPool } from '#domain/entries/pool.ts'
import { scorePool, standingAt } from '#domain/standings/standings.ts'
import type { BenchRow } from './bench-row.ts'
import { median } from './median.ts'
import { generateField, generateTournament } from './pool-generator.ts'

const rows = 100_000
/** More than a screen shows at once. */
const visibleLines = 50
const warmUps = 10
const repeats = 40

/** How long a refresh takes to become standings: all rows ranked and the first lines ready to render. */
export async function* measureScoring(): AsyncGenerator<BenchRow> {
  const tournament = generateTournament(rows)
  const pool = createPool(tournament)
  // Different moments, so that no run profits from cached results of the previous one.
  const fields = [1, 2, 3].map((moment) => generateField(tournament, moment))
  const times: number[] = []
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    const field = fields[(turn + warmUps) % fields.length]
    if (field === undefined) throw new Error('There is no field to score.')
    const start = performance.now()
    const standings = scorePool(pool, field)
    for (let line = 0; line < visibleLines; line += 1) standingAt(standings, line)
    if (turn >= 0) times.push(performance.now() - start)
  }
  yield { name: `standings of ${rows.toLocaleString('en')} rows`, value: median(times), max: 10, unit: 'ms' }
}
