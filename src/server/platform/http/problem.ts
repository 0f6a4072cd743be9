import { type ProblemCode, problems, problemType } from '#contract/problem.ts'
import type { ProblemDetails } from '#contract/problem-details.ts'
import type { FieldError } from '#domain/field-error.ts'

type ProblemExtras = {
  detail?: string
  fields?: readonly FieldError[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal. The error handler sends it as problem details (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly #extras: ProblemExtras

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    const [status, title] = problems[code]
    super(extras.detail ?? title, { cause: extras.cause })
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.#extras = extras
  }

  toDetails(): ProblemDetails {
    const { detail, fields } = this.#extras
    return {
      type: problemType(this.code),
      title: problems[this.code][1],
      status: this.status,
      ...(detail !== undefined && { detail }),
      ...(fields !== undefined && { fields: [...fields] }),
    }
  }
}

/** An error below the routes that is answered with a problem of its own. Its message is shown to users. */
export abstract class ShownError extends Error {
  abstract readonly problem: ProblemCode
}

/** Refuses a request because of one field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('validation-failed', { fields: [{ field, message }] })
}
