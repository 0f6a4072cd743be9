import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { ShownError } from '#server/platform/http/problem.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'

/** Whether an error is no fault of the program, so that its message says everything: a database, a feed or a network that is away. */
export function isExpectedFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ShownError || error instanceof OperatorError || isDatabaseUnavailable(error)) return true
  return error.name === 'TimeoutError' || isExpectedFailure(error.cause)
}
