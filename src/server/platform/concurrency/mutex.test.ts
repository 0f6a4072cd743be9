import { expect, test } from 'vitest'
import { createMutex } from './mutex.ts'

test('works one at a time, in order, and continues after a failure', async () => {
  const exclusively = createMutex()
  const steps: string[] = []
  const work = (name: string) =>
    exclusively(async () => {
      steps.push(`${name} begins`)
      await new Promise((done) => setImmediate(done))
      steps.push(`${name} ends`)
      if (name === 'b') throw new Error('out of order')
      return name
    })
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(work))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
