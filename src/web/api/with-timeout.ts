import { ApiProblem } from './api-problem.ts'

/** Nobody waits longer for an answer on a bad line. To ask again is always safe: an equal repeat has no second effect. */
const timeoutMs = 20_000

/** Gives up what takes too long; throws then what it throws without a network. */
export async function withTimeout<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(signal)
  } catch (cause) {
    throw signal.aborted && !(cause instanceof ApiProblem) ? new ApiProblem('offline', { cause }) : cause
  }
}
