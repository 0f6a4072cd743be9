import { expect, it } from 'vitest'
import { runInSteps } from './run-in-steps.ts'

it('other work is done between the steps, and the result is that of the last one', async () => {
  const done: string[] = []
  function* work(): Generator<void, string> {
    for (const step of ['a', 'b', 'c']) {
      done.push(step)
      setImmediate(() => done.push(`after ${step}`))
      yield
    }
    return 'result'
  }
  expect(await runInSteps(work())).toBe('result')
  expect(done).toEqual(['a', 'after a', 'b', 'after b', 'c', 'after c'])
})
