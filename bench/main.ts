/**
 * `npm run bench` prints a table of figures, each with a baseline from the same run, and writes it to dist/bench.json.
 * Ratios are comparable between machines; absolute figures are not. `npm run bench -- scoring` runs one part.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { BenchRow } from './bench-row.ts'
import { measureChances } from './chances-bench.ts'
import { measureForecast } from './forecast-bench.ts'
import { measureHttp } from './http-bench.ts'
import { measureOpening } from './opening-bench.ts'
import { measurePayload } from './payload-bench.ts'
import { measurePreStart } from './pre-start-bench.ts'
import { measureScoring } from './scoring-bench.ts'
import { measureStartup } from './startup-bench.ts'
import { measureStream } from './stream-bench.ts'
import { measureWeb } from './web-bench.ts'

const parts: Record<string, () => Promise<BenchRow[]>> = {
  http: measureHttp,
  'pre-start': measurePreStart,
  wire: measurePayload,
  scoring: measureScoring,
  forecast: measureForecast,
  stream: measureStream,
  start: measureStartup,
  web: measureWeb,
  chances: measureChances,
  opening: measureOpening,
}

const selectedParts = process.argv.slice(2)
const rows: BenchRow[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (selectedParts.length > 0 && !selectedParts.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await measure()))
}

const columns = ['benchmark', 'result', 'baseline', 'ratio', 'goal', ''] as const
const cells = rows.map((row) => [
  row.name,
  row.figure,
  row.baseline === null ? '' : format(row.baseline),
  row.ratio === null ? '' : row.ratio.toFixed(2),
  row.goal,
  row.isMet ? 'met' : 'MISSED',
])
const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((cell) => cell[index]?.length ?? 0)))
for (const line of [columns, ...cells]) {
  console.log(line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
}

mkdirSync('dist', { recursive: true })
writeFileSync('dist/bench.json', `${JSON.stringify(rows, null, 2)}\n`)
process.exit(0)

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
