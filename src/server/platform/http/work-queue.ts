import { Problem } from './problem.ts'

/**
 * Runs `concurrency` pieces of work at a time, lets `maxWaiting` wait, and refuses the rest with 503, so that a flood does
 * not slow down everything else.
 */
export function createWorkQueue(concurrency: number, maxWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new Problem('unavailable', { retryAfterSeconds: 2 })
      // Finished work passes its slot to the next in the queue, so that newcomers cannot overtake.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
