import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** One project for each level: single modules and stores, the whole app over HTTP, and the browser. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres-cluster.ts'],
    setupFiles: ['test/long/fast-check-seed.ts'],
    // The files of a worker share its modules: loading the app for each file took a fifth of the whole run.
    isolate: false,
    // A worker waits for its browser, its database and its processes a fifth of the time: one more keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/{architecture,long,support}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/{api,faults,postgres}/**/*.test.ts', 'demo/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
