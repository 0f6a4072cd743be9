import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Runs a generator to its end, and lets the event loop handle other requests at every `yield`. */
export async function runInSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldToEventLoop()
  }
}
