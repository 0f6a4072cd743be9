import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countYields } from '../support/event-loop.ts'
import { afterStart, beforeStart, entrants, type LargePool, openLargePool } from '../support/large-pool.ts'

/** No request occupies the event loop for long (docs/security.md, 4.3): what takes long is done in steps. */
describe(`with ${entrants} entrants, other requests go first between the steps`, () => {
  let large: LargePool

  beforeAll(async () => {
    large = await openLargePool()
  })
  afterAll(() => large.pool.close())

  /** The least number of steps. The others are queries, which the database limits by itself. */
  const steps: Readonly<Record<string, number>> = {
    'the audit email': entrants / 250,
    'sending reminders': 1000 / 50,
    'the tournament': 1,
  }
  const stepsAfterStart: Readonly<Record<string, number>> = {
    'the audit email': entrants / 250,
    'the standings': (3 * entrants) / 250,
    'the tournament': 1,
    'the end': 1,
  }

  async function expectSteps(call: (large: LargePool) => Promise<Response>, least: number): Promise<void> {
    const yields = await countYields(async () => {
      const response = await call(large)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    })
    expect(yields).toBeGreaterThanOrEqual(Math.floor(least))
  }

  it.each(beforeStart)('before the start: $name', ({ name, call }) => expectSteps(call, steps[name] ?? 0))

  it.each(afterStart)('after the start: $name', async ({ name, call }) => {
    await large.start()
    await expectSteps(call, stepsAfterStart[name] ?? 0)
  })
})
