/**
 * `npm run bench` prints the figures that decide something, each as soon as it is known, with its goal. Sizes are
 * comparable between machines; times are those of a quiet machine with two cores. `npm run bench -- scoring` runs one part.
 */
import type { BenchRow } from './bench-row.ts'
import { measureEventLoop } from './event-loop-bench.ts'
import { measurePasswords } from './password-bench.ts'
import { measurePreStart } from './pre-start-bench.ts'
import { measureScoring } from './scoring-bench.ts'
import { measureStartup } from './startup-bench.ts'
import { measureWeb } from './web-bench.ts'

const parts: Record<string, () => AsyncIterable<BenchRow>> = {
  scoring: measureScoring,
  start: measureStartup,
  'pre-start': measurePreStart,
  'event-loop': measureEventLoop,
  passwords: measurePasswords,
  web: measureWeb,
}

const selectedParts = process.argv.slice(2)
const unknown = selectedParts.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}, only ${Object.keys(parts).join(', ')}.`)
const startedAt = performance.now()
for (const [name, measure] of Object.entries(parts)) {
  if (selectedParts.length > 0 && !selectedParts.includes(name)) continue
  for await (const row of measure()) console.log(format(row))
}
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exit(0)

function format({ name, value, max, unit }: BenchRow): string {
  return `${value <= max ? 'met   ' : 'MISSED'}  ${name}: ${value.toFixed(1)} ${unit} (at most ${max} ${unit})`
}
