/**
 * `npm run test:long`: the rounds that take too long for `npm test`, one part after another, and a table of figures.
 * The parts are listed in `long-parts.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LongPart, longParts, longRunVariables, requirePart } from './long-parts.ts'

const help = `npm run test:long [-- OPTIONS] [PART …]

  PART         ${longParts.map(({ name }) => name).join(', ')} (default: all)
  --rounds N   number of rounds, instead of the part's own
  --seed N     repeats a run whose seed was printed`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(help)
  process.exit(0)
}

type Outcome = { passed: number; failed: number; seconds: number; figures: Map<string, number> }

const parts = positionals.length > 0 ? positionals.map(requirePart) : longParts
const outcomes = parts.map((part) => ({ part, outcome: run(part) }))
printTable()
process.exitCode = outcomes.every(({ outcome }) => isGood(outcome)) ? 0 : 1

function roundsOf(part: LongPart): number {
  return values.rounds === undefined ? part.rounds.long : Number(values.rounds)
}

function run(part: LongPart): Outcome {
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
  const { numPassedTests = 0, numFailedTests = 1 } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {}
  const outcome = { passed: numPassedTests, failed: numFailedTests, seconds, figures: readFigures(figures) }
  rmSync(folder, { recursive: true })
  return outcome
}

function readFigures(file: string): Map<string, number> {
  const sums = new Map<string, number>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  for (const line of lines) {
    const { figure, amount } = JSON.parse(line) as { figure: string; amount: number }
    sums.set(figure, (sums.get(figure) ?? 0) + amount)
  }
  return sums
}

function isGood({ passed, failed }: Outcome): boolean {
  return passed > 0 && failed === 0
}

function printTable(): void {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores`
  console.log(`\nLong tests of ${new Date().toISOString()}, commit ${commit}, ${machine}\n`)
  console.log('| part | rounds | failures | seconds | figures | goal | result |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { part, outcome } of outcomes) {
    const figures = [...outcome.figures]
      .map(([name, sum]) => `${sum.toLocaleString('en')} ${name}`)
      .join(', ')
    const cells = [
      part.name,
      `${roundsOf(part).toLocaleString('en')} × ${part.unit}`,
      outcome.failed,
      Math.round(outcome.seconds),
      figures,
      part.goal,
      isGood(outcome) ? 'pass' : 'FAIL',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
