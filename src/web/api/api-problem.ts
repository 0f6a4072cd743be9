import { type ProblemCode, problemCode, problemDetails, problems } from '#contract/problem.ts'
import type { FieldError } from '#domain/field-error.ts'

/** `offline`: the server could not be reached. `unreadable`: this build does not understand the response. */
export type ApiProblemCode = ProblemCode | 'offline' | 'unreadable'

/** A failed API call. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ApiProblemCode
  readonly detail: string | undefined
  readonly fields: readonly FieldError[]

  constructor(code: ApiProblemCode, { detail, fields = [], cause }: Details = {}) {
    super(detail ?? titleOf(code), { cause })
    this.code = code
    this.detail = detail
    this.fields = fields
  }
}

type Details = { detail?: string | undefined; fields?: readonly FieldError[] | undefined; cause?: unknown }

function titleOf(code: ApiProblemCode): string {
  if (code === 'offline') return 'The server cannot be reached.'
  if (code === 'unreadable') return 'The server sent an unexpected response.'
  return problems[code][1]
}

/** The code of an error. Anything other than an `ApiProblem` counts as an internal error. */
export function codeOf(error: unknown): ApiProblemCode {
  return error instanceof ApiProblem ? error.code : 'internal-error'
}

/** Parses an error response. Without problem details, the status decides the code. */
export async function toApiProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem = problemDetails.safeParse(body)
  if (!problem.success) return new ApiProblem(codeOfStatus(response.status))
  const { type, detail, fields } = problem.data
  return new ApiProblem(problemCode(type), { detail, fields })
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 429) return 'too-many-requests'
  return status >= 502 ? 'unavailable' : 'internal-error'
}
