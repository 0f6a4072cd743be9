/**
 * Everything that a change must pass: types, lint, and the tests of all levels. `npm test -- unit` (or `api`,
 * `browser`) runs one level. The last line says how many tests passed and failed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

const levels = ['unit', 'api', 'browser'] as const
const selectedProjects = process.argv.slice(2)

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

function levelOf(file: string): string {
  if (file.includes('/test/e2e/')) return 'browser'
  return /\/test\/(api|faults|postgres)\/|\/demo\//.test(file) ? 'API' : 'unit and store'
}

function summarise(report: Report): { passed: number; failed: number } {
  const counts = new Map<string, { passed: number; failed: number; skipped: number }>()
  for (const file of report.testResults) {
    const level = levelOf(file.name)
    const count = counts.get(level) ?? { passed: 0, failed: 0, skipped: 0 }
    counts.set(level, count)
    for (const { status } of file.assertionResults) {
      if (status === 'passed') count.passed += 1
      else if (status === 'failed') count.failed += 1
      else count.skipped += 1
    }
    // A file that could not even be loaded has no tests to count.
    if (file.status === 'failed' && file.assertionResults.length === 0) count.failed += 1
  }
  for (const [level, { passed, failed, skipped }] of counts) {
    console.log(`${level.padEnd(15)} ${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
  const all = [...counts.values()]
  return {
    passed: all.reduce((sum, count) => sum + count.passed, 0),
    failed: all.reduce((sum, count) => sum + count.failed, 0),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'player-pool-tests-'))
const output = join(folder, 'report.json')
const projects = levels.filter((level) => selectedProjects.length === 0 || selectedProjects.includes(level))
const checked =
  selectedProjects.length > 0 ||
  [run('npm', 'run', '--silent', 'types'), run('npm', 'run', '--silent', 'lint')].every(Boolean)
const ran = run(
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
)
const { passed, failed } = summarise(JSON.parse(readFileSync(output, 'utf8')) as Report)
rmSync(folder, { recursive: true })
if (!checked) console.log('The type check or the lint failed: see above.')
console.log(`${passed} passed, ${failed + (checked ? 0 : 1)} failed`)
process.exitCode = ran && checked && passed > 0 ? 0 : 1
