import { defineConfig } from 'vitest/config'

/** One project a level: facts of one room, the whole app over HTTP, and what only a browser shows. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres-cluster.ts'],
    // Waiting for something to become true costs nothing when it is; a busy machine may need longer than a second.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/{architecture,support}/**/*.test.ts',
          ],
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
          // Each file drives a browser and a whole server: more at once than cores only makes them wait.
          maxWorkers: 2,
        },
      },
    ],
  },
})
