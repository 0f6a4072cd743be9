/** A problem with the installation. The message says what is wrong and what the operator can do; it needs no stack trace. */
export class OperatorError extends Error {}

export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
