/**
 * `npm run test:long`: the rounds that take too long for `npm test`, one part after another, and a table of figures.
 * The parts are listed in `long-parts.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LongPart, longParts, longRunVariables, requirePart } from './long-parts.ts'
import { type Figure, formatFigures, formatTable, type ReportRow, replaceRows } from './long-report.ts'

const document = 'docs/security.md'

const help = `npm run test:long [-- OPTIONS] [PART …]

  PART         ${longParts.map(({ name }) => name).join(', ')} (default: all)
  --rounds N   number of rounds, instead of the part's own
  --seed N     repeats a run whose seed was printed
  --write      also writes the figures to ${document}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(help)
  process.exit(0)
}

type Outcome = { passed: number; failed: number; skipped: number; seconds: number; figures: Figure[] }

const parts = positionals.length > 0 ? positionals.map(requirePart) : longParts
const run = describeRun()
const outcomes = parts.map((part) => ({ part, outcome: runPart(part) }))
const rows = outcomes.map(({ part, outcome }) => toRow(part, outcome))
console.log(`\n${run}, Node ${process.versions.node}, ${availableParallelism()} cores\n\n${formatTable(rows)}`)
if (values.write) {
  const names = longParts.map(({ name }) => name)
  writeFileSync(document, replaceRows(readFileSync(document, 'utf8'), rows, names))
  spawnSync('biome', ['format', '--write', document])
}
process.exitCode = outcomes.every(({ outcome }) => resultOf(outcome) !== 'FAIL') ? 0 : 1

function describeRun(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain') === '' ? '' : ' with changes'
  return `${new Date().toISOString().slice(0, 10)}, ${git('rev-parse', '--short', 'HEAD')}${changed}`
}

function roundsOf(part: LongPart): number {
  return values.rounds === undefined ? part.rounds.long : Number(values.rounds)
}

function runPart(part: LongPart): Outcome {
  console.log(`\n${part.name}: ${roundsOf(part)} rounds. ${part.goal}.`)
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-long-'))
  const report = join(folder, 'report.json')
  const figures = join(folder, 'figures.jsonl')
  const startedAt = performance.now()
  const args = ['run', '--project', part.project, part.file, '--testTimeout=0', '--hookTimeout=0']
  spawnSync('vitest', [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
    stdio: 'inherit',
    env: {
      ...process.env,
      [longRunVariables.part]: part.name,
      [longRunVariables.rounds]: String(roundsOf(part)),
      [longRunVariables.figures]: figures,
      ...(values.seed !== undefined && { [longRunVariables.seed]: values.seed }),
    },
  })
  const seconds = (performance.now() - startedAt) / 1000
  const {
    numPassedTests: passed = 0,
    numFailedTests = 1,
    numPendingTests: skipped = 0,
    success = false,
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  // A file that fails before its first test has no failed test.
  const failed = success ? numFailedTests : Math.max(1, numFailedTests)
  const outcome = { passed, failed, skipped, seconds, figures: readFigures(figures) }
  rmSync(folder, { recursive: true })
  return outcome
}

function readFigures(file: string): Figure[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.map((line) => JSON.parse(line))
}

/** A part is skipped on a machine that lacks the program that it needs. */
function resultOf({ passed, failed, skipped }: Outcome): 'pass' | 'FAIL' | 'skipped' {
  if (passed === 0 && failed === 0 && skipped > 0) return 'skipped'
  return passed > 0 && failed === 0 ? 'pass' : 'FAIL'
}

function toRow(part: LongPart, outcome: Outcome): ReportRow {
  return {
    part: part.name,
    rounds: `${roundsOf(part).toLocaleString('en')} × ${part.unit}`,
    figures: formatFigures(outcome.figures),
    goal: part.goal,
    result: resultOf(outcome),
    seconds: outcome.seconds,
    run,
  }
}
