import { onTestFailed } from 'vitest'
import { createRandom, type Random } from '#simulator/seeded-random.ts'

/** The seed of the running test: TEST_SEED, or a new one. It is printed if the test fails. */
export function testSeed(): number {
  const given = process.env['TEST_SEED']
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  onTestFailed(() => console.error(`Random seed ${seed}. To repeat it: TEST_SEED=${seed}`))
  return seed
}

/** Random numbers for the running test. */
export function testRandom(): Random {
  return createRandom(testSeed())
}
