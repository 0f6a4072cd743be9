import { defineConfig } from 'vitest/config'

/** The tests of the code that is mutated: they need no database. */
export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'src/server/platform/http/policy-table.test.ts'],
    // Starting a worker for each file would take longer than the tests.
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
  },
})
