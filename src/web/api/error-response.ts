import { type ProblemCode, problemCode, problems } from '#contract/problem.ts'
import type { ProblemDetails } from '#contract/problem-details.ts'
import { ApiProblem } from './api-problem.ts'

/** Parses an error response. Without problem details, such as from a proxy, the status decides the code. */
export async function toApiProblem(response: Response): Promise<ApiProblem> {
  const body: Partial<ProblemDetails> | null = await response.json().catch(() => null)
  const code = typeof body?.type === 'string' ? problemCode(body.type) : toProblemCode(response.status)
  return new ApiProblem(code, { title: problems[code][1], detail: body?.detail, fields: body?.fields })
}

function toProblemCode(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 429) return 'too-many-requests'
  return status >= 502 ? 'unavailable' : 'internal-error'
}
