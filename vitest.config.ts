import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { limitsMs, waitLimitMs } from './test/support/time-limits.ts'

/** With more rounds, tests have no time limit. */
function toTimeouts(limitMs: number): { testTimeout: number; hookTimeout: number } {
  const timeout = process.env['TEST_ROUNDS'] ? 0 : limitMs
  return { testTimeout: timeout, hookTimeout: timeout }
}

/** The levels of tests: the whole app in the browser, the whole app over HTTP, and single modules and stores. */
const levels = [
  {
    name: 'browser',
    include: ['test/e2e/**/*.test.ts'],
    ...toTimeouts(limitsMs.browser),
  },
  {
    name: 'api',
    include: ['test/{api,faults,postgres}/**/*.test.ts', 'demo/**/*.test.ts'],
    ...toTimeouts(limitsMs.api),
  },
  {
    name: 'unit',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/{architecture,support}/**/*.test.ts'],
    ...toTimeouts(limitsMs.unit),
  },
]

/**
 * A worker belongs to a project, and each one loads the product again. So one project runs all levels, with the longest
 * timeouts. A level that is named with `--project` is a project of its own.
 */
const projects = process.argv.some((argument) => argument.startsWith('--project'))
  ? levels.map((level) => ({ extends: true as const, test: level }))
  : [{ extends: true as const, test: { ...levels[0], name: 'all', include: levels.flatMap(({ include }) => include) } }]

/** Long files first, so that all cores are busy until the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => toRank(a.moduleId) - toRank(b.moduleId))
  }
}

function toRank(file: string): number {
  if (file.includes('/test/e2e/')) return 0
  return /\/test\/(api|faults|postgres)\//.test(file) ? 1 : 2
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/current-build.ts', 'test/support/postgres-cluster.ts'],
    setupFiles: ['test/support/fast-check-seed.ts'],
    // The built product is run as it is.
    server: { deps: { external: [/\/dist\/server\//] } },
    // The files of a worker share its modules: loading the app for each file took a fifth of the whole run.
    isolate: false,
    // Workers often wait for their browser, database and processes: on two cores, four finish a tenth sooner than three.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFilesFirst },
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: waitLimitMs } },
    projects,
  },
})
