/**
 * `npm test`: types, lint, unused code and the tests of all levels. `npm test -- unit` (or `api`, `browser`) runs one level without
 * the checks. `npm test -- --repeat-without-programs` then runs the files that ask for optional programs once more, with
 * all of those hidden. The last line counts the tests that passed and failed.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

type Run = { report: Report; ran: boolean }

const levels = ['unit', 'api', 'browser'] as const
/** More failed files than this cannot be caused by load. */
const maxRepeatedFiles = 5
/** A test file that uses this module, also indirectly, asks for an optional program. */
const programsModule = 'test/support/optional-programs.ts'

const { values: flags, positionals: selectedLevels } = parseArgs({
  allowPositionals: true,
  options: { 'repeat-without-programs': { type: 'boolean', default: false } },
})
const unknown = selectedLevels.find((level) => !levels.some((known) => known === level))
if (unknown !== undefined) throw new Error(`${unknown} is not a level of tests: ${levels.join(', ')}`)

// The checks use little CPU for most of their time, so they run in parallel with the tests.
const checks = selectedLevels.length > 0 ? [] : [check('types'), check('lint'), check('unused')]
const projects = levels.filter((level) => selectedLevels.length === 0 || selectedLevels.includes(level))
const run = ['run', ...projects.flatMap((project) => ['--project', project])]
const first = await repeatFailed(run, await runTests(run))
const second = flags['repeat-without-programs'] ? await runWithoutPrograms() : undefined
const failedChecks = (await Promise.all(checks)).filter((passed) => !passed).length

let passed = 0
let failed = failedChecks
for (const [level, tests] of Map.groupBy(listTests(first.report), (test) => test.level)) addToSum(level, tests)
if (second) addToSum('without programs', listTests(second.report))
if (failedChecks > 0) console.log('A check failed: see above.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = first.ran && (second?.ran ?? true) && failed === 0 && passed > 0 ? 0 : 1

function addToSum(name: string, tests: readonly { status: string }[]): void {
  const count = (status: string) => tests.filter((test) => test.status === status).length
  const skipped = tests.length - count('passed') - count('failed')
  console.log(`${name.padEnd(16)} ${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped`)
  passed += count('passed')
  failed += count('failed')
}

async function runWithoutPrograms(): Promise<Run> {
  console.log('\nThe files that ask for optional programs, without any of them:')
  const related = ['related', programsModule, '--run']
  const env = { ...process.env, WITHOUT: 'all' }
  return repeatFailed(['run'], await runTests(related, env), env)
}

/** Prints the output of the check once it has ended. */
async function check(script: 'types' | 'lint' | 'unused'): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCodeOf(child)])
  if (code !== 0) console.log(`\n${script}\n${out}${error}`)
  return code === 0
}

/**
 * In CI, where the machine may be shared, failed files run once more, alone. Files that pass then are reported as unstable,
 * because their tests have to be fixed. Outside CI, there is no second run.
 */
async function repeatFailed(command: readonly string[], first: Run, env = process.env): Promise<Run> {
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  if (!process.env['CI'] || first.ran || failed.length === 0 || failed.length > maxRepeatedFiles) return first
  console.log(`\nRetrying sequentially: ${failed.map((name) => relative('.', name)).join(', ')}`)
  const second = await runTests([...command, '--no-file-parallelism', ...failed], env)
  const unstable = second.report.testResults.filter(({ status }) => status === 'passed')
  for (const { name } of unstable) console.log(`Unstable: ${relative('.', name)} failed, then passed on retry.`)
  const others = first.report.testResults.filter(({ name }) => !failed.includes(name))
  return { report: { testResults: [...others, ...second.report.testResults] }, ran: second.ran }
}

/** `ran` is also false if an error was thrown outside a test. */
async function runTests(command: readonly string[], env = process.env): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-tests-'))
  const output = join(folder, 'report.json')
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${output}`]
  const code = await exitCodeOf(spawn('vitest', [...command, ...reporters], { stdio: 'inherit', env }))
  const report = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : { testResults: [] }
  rmSync(folder, { recursive: true })
  return { report, ran: code === 0 }
}

function exitCodeOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((done) => child.on('close', done))
}

function levelOf(file: string): string {
  if (file.includes('/test/e2e/')) return 'browser'
  return /\/test\/(api|faults|postgres)\/|\/demo\//.test(file) ? 'API' : 'unit and store'
}

function listTests({ testResults }: Report) {
  return testResults.flatMap(({ name, status: fileStatus, assertionResults }) => {
    // A file that failed to load has no tests to count.
    const tests = fileStatus === 'failed' && assertionResults.length === 0 ? [{ status: 'failed' }] : assertionResults
    return tests.map(({ status }) => ({ level: levelOf(name), status }))
  })
}
