import { deepStrictEqual } from 'node:assert/strict'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createPool, type Pool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import { type Standings, scorePool, standingAt } from '#domain/standings/standings.ts'
import { listNaiveRows, type NaiveRow, rankNaively } from '#test/support/naive-standings.ts'
import { rankBareArrays } from './bare-ranking.ts'
import type { BenchRow } from './bench-row.ts'
import { generateField, generateTournament } from './pool-generator.ts'

type Baseline = 'naive' | 'bare'

type Size = {
  readonly rows: number
  readonly repeats: number
  /** The naive implementation, or the fewest operations on typed arrays that could order the rows. */
  readonly baseline: Baseline
  /** The factor by which it is faster than the baseline. */
  readonly goalRatio: number
}

const sizes: readonly Size[] = [
  { rows: 1_000, repeats: 101, baseline: 'naive', goalRatio: 2 },
  { rows: 100_000, repeats: 41, baseline: 'naive', goalRatio: 5 },
  { rows: 1_000_000, repeats: 11, baseline: 'bare', goalRatio: 0.5 },
]

const descriptions: Record<Baseline, string> = { naive: 'the naive implementation', bare: 'bare typed arrays' }

/** More than a screen shows at once. */
const visibleLines = 50

/**
 * How long a refresh takes to become standings: all rows ranked and the first lines ready to render, compared with the
 * same rules over plain objects. Before anything is timed, both must give the same standings, row by row.
 */
export async function measureScoring(): Promise<BenchRow[]> {
  const report: BenchRow[] = []
  for (const size of sizes) {
    report.push(measureSize(size))
    await yieldToEventLoop()
  }
  return report
}

function measureSize({ rows, repeats, baseline: kind, goalRatio }: Size): BenchRow {
  const tournament = generateTournament(rows)
  const pool = createPool(tournament)
  const naiveRows = listNaiveRows(tournament)
  // Different moments, so that no run profits from cached results of the previous one.
  const fields = [1, 2, 3].map((moment) => generateField(tournament, moment))
  for (const field of fields) requireEqualStandings(pool, naiveRows, field)

  const baselines: Record<Baseline, (field: Field) => unknown> = {
    naive: (field) => rankNaively(naiveRows, field),
    bare: (field) => rankBareArrays(pool, toScores(pool, field)),
  }
  const value = medianMs(repeats, fields, (field) => drawVisibleLines(scorePool(pool, field)))
  const baseline = medianMs(Math.ceil(repeats / (kind === 'naive' ? 4 : 1)), fields, baselines[kind])
  const ratio = baseline / value
  return {
    name: `standings of ${rows.toLocaleString('en')} rows`,
    figure: `${value.toPrecision(3)} ms`,
    value,
    baseline,
    ratio,
    goal: `at least ${goalRatio} times as fast as ${descriptions[kind]}`,
    isMet: ratio >= goalRatio,
  }
}

/** The score to par of each of the pool's players. */
function toScores({ players }: Pool, { golfersScores }: Field): Int32Array {
  const scores = new Map(golfersScores.map(({ espnId, relativeScore }) => [espnId, relativeScore]))
  return Int32Array.from(players, ({ espnId }) => scores.get(espnId) ?? 0)
}

function drawVisibleLines(standings: Standings): unknown {
  const lines = Math.min(visibleLines, standings.size)
  return Array.from({ length: lines }, (_, line) => standingAt(standings, line))
}

/** The median over `repeats` runs, after up to ten runs to warm up. */
function medianMs(repeats: number, fields: readonly Field[], run: (field: Field) => unknown): number {
  const warmUps = Math.min(repeats, 10)
  const times: number[] = []
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    const field = fields[(turn + warmUps) % fields.length]
    if (field === undefined) throw new Error('There is no field to score')
    const start = performance.now()
    run(field)
    if (turn >= 0) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? Number.NaN
}

function requireEqualStandings(pool: Pool, naiveRows: readonly NaiveRow[], field: Field): void {
  const standings = scorePool(pool, field)
  rankNaively(naiveRows, field).forEach((expected, line) => {
    const { entryId, displayName, position, relativeScore, toPar, total, golfers } = standingAt(standings, line)
    const droppedPlayerId = golfers.find(({ isDropped }) => isDropped)?.player.id
    const actual = { entryId, displayName, position, relativeScore, toPar, total, droppedPlayerId }
    deepStrictEqual(actual, expected)
  })
}
