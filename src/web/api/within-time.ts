import { ApiProblem } from './api-problem.ts'

/** Nobody waits longer for an answer on a bad line. To ask again is always safe: an equal repeat has no second effect. */
const longestWaitMs = 20_000

/** Gives up what takes too long; throws then what it throws without a network. */
export async function withinTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(longestWaitMs)
  try {
    return await ask(signal)
  } catch (cause) {
    throw signal.aborted && !(cause instanceof ApiProblem) ? new ApiProblem('offline', { cause }) : cause
  }
}
