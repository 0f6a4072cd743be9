import { ApiProblem } from './api-problem.ts'

/** Retrying after a timeout is safe: repeats have no second effect (docs/security.md, 12.3). */
const timeoutMs = 20_000

/** Aborts a request that takes too long; it then fails as if offline. */
export async function withTimeout<Body>(send: (signal: AbortSignal) => Promise<Body>): Promise<Body> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await send(signal)
  } catch (cause) {
    throw signal.aborted && !(cause instanceof ApiProblem) ? new ApiProblem('offline', { cause }) : cause
  }
}
