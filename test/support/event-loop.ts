import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Runs `work`, and returns how often it let everything else go first: long work is done in steps. How long a step takes
 * depends on the machine; `npm run bench` measures it.
 */
export async function countYields(work: () => Promise<unknown>): Promise<number> {
  const yields = vi.spyOn(timers, 'setImmediate')
  // The names that modules have imported follow the property of the module.
  syncBuiltinESMExports()
  try {
    await work()
    return yields.mock.calls.length
  } finally {
    yields.mockRestore()
    syncBuiltinESMExports()
  }
}
