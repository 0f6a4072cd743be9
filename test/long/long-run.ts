import { appendFileSync } from 'node:fs'
import { onTestFailed } from 'vitest'
import { createRandom, type Random } from '#simulator/seeded-random.ts'
import { type LongPartName, longRunVariables, requirePart } from './long-parts.ts'
import type { Figure } from './long-report.ts'

export type LongRun = {
  /** Whether `npm run test:long` runs this part. */
  isLong: boolean
  rounds: number
  /** Adds to a figure of the table that `npm run test:long` prints. */
  count(figure: string, amount?: number): void
  /** Adds a value to a figure. The table shows the median and the worst. */
  measure(figure: string, value: number): void
}

/** What a part runs: its short rounds in `npm test`, its long ones in `npm run test:long`. */
export function longRun(name: LongPartName): LongRun {
  const isLong = process.env[longRunVariables.part] === name
  const file = process.env[longRunVariables.figures]
  function write(figure: Figure): void {
    if (isLong && file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`)
  }
  return {
    isLong,
    rounds: isLong ? Number(process.env[longRunVariables.rounds]) : requirePart(name).rounds.short,
    count: (figure, amount = 1) => write({ figure, amount }),
    measure: (figure, value) => write({ figure, value }),
  }
}

/** The seed of the running test: TEST_SEED, or a new one. It is printed if the test fails. */
export function testSeed(): number {
  const given = process.env[longRunVariables.seed]
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  onTestFailed(() => console.error(`Random seed ${seed}. To repeat it: ${longRunVariables.seed}=${seed}`))
  return seed
}

/** Random numbers for the running test. */
export function testRandom(): Random {
  return createRandom(testSeed())
}
