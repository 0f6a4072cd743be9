/**
 * `npm test`: types, lint, unused code and the tests of all levels. `npm test -- unit` (or `api`, `browser`) runs one level without
 * the checks. The last line counts the tests that passed and failed.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

type Run = { report: Report; ran: boolean }

const levels = ['unit', 'api', 'browser'] as const
/** More failed files than this cannot be caused by load. */
const maxRepeatedFiles = 5
const selectedLevels = process.argv.slice(2)

// The checks use little CPU for most of their time, so they run in parallel with the tests.
const checks = selectedLevels.length > 0 ? [] : [check('types'), check('lint'), check('unused')]
const projects = levels.filter((level) => selectedLevels.length === 0 || selectedLevels.includes(level))
const { report, ran } = await repeatFailed(await runTests(projects))
const failedChecks = (await Promise.all(checks)).filter((passed) => !passed).length

let passed = 0
let failed = failedChecks
for (const [level, tests] of Map.groupBy(listTests(report), (test) => test.level)) {
  const count = (status: string) => tests.filter((test) => test.status === status).length
  const skipped = tests.length - count('passed') - count('failed')
  console.log(`${level.padEnd(15)} ${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped`)
  passed += count('passed')
  failed += count('failed')
}
if (failedChecks > 0) console.log('A check failed: see above.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = ran && failed === 0 && passed > 0 ? 0 : 1

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
async function repeatFailed(first: Run): Promise<Run> {
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  if (!process.env['CI'] || first.ran || failed.length === 0 || failed.length > maxRepeatedFiles) return first
  console.log(`\nRetrying sequentially: ${failed.map((name) => relative('.', name)).join(', ')}`)
  const second = await runTests(projects, ['--no-file-parallelism', ...failed])
  const unstable = second.report.testResults.filter(({ status }) => status === 'passed')
  for (const { name } of unstable) console.log(`Unstable: ${relative('.', name)} failed, then passed on retry.`)
  const others = first.report.testResults.filter(({ name }) => !failed.includes(name))
  return { report: { testResults: [...others, ...second.report.testResults] }, ran: second.ran }
}

/** `ran` is also false if an error was thrown outside a test. */
async function runTests(projects: readonly string[], more: readonly string[] = []): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-tests-'))
  const output = join(folder, 'report.json')
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...more]
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${output}`]
  const code = await exitCodeOf(spawn('vitest', [...args, ...reporters], { stdio: 'inherit' }))
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
