import type { ProblemCode } from '#contract/problem.ts'
import type { FieldError } from '#domain/field-error.ts'

/** `offline`: the server could not be reached. `unreadable`: the response is not what this build expects. */
export type ApiProblemCode = ProblemCode | 'offline' | 'unreadable'

/** A failed API call. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ApiProblemCode
  readonly detail: string | undefined
  readonly fields: readonly FieldError[]
  /** Of a fault of the server: the operator finds it in the log. */
  readonly requestId: string | undefined

  constructor(code: ApiProblemCode, { title = titleOf(code), detail, fields = [], requestId, cause }: Details = {}) {
    super(detail ?? title, { cause })
    this.code = code
    this.detail = detail
    this.fields = fields
    this.requestId = requestId
  }
}

type Details = {
  title?: string
  detail?: string | undefined
  fields?: readonly FieldError[] | undefined
  requestId?: string | undefined
  cause?: unknown
}

function titleOf(code: ApiProblemCode): string {
  if (code === 'offline') return 'The server cannot be reached.'
  if (code === 'unreadable') return 'The server sent an unexpected response.'
  return 'Something went wrong on the server.'
}

/** The code of an error. Anything other than an `ApiProblem` counts as an internal error. */
export function codeOf(error: unknown): ApiProblemCode {
  return error instanceof ApiProblem ? error.code : 'internal-error'
}
