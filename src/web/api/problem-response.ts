import { type ProblemCode, problemCode, problemDetails, problems } from '#contract/problem.ts'
import { ApiProblem, codeOfStatus } from './api-problem.ts'

/** Parses an error response. Without problem details, the status decides the code. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem = problemDetails.safeParse(body)
  if (!problem.success) return toProblem(codeOfStatus(response.status))
  const { type, detail, fields } = problem.data
  return toProblem(problemCode(type), { detail, fields })
}

type Details = Omit<NonNullable<ConstructorParameters<typeof ApiProblem>[1]>, 'title'>

function toProblem(code: ProblemCode, details?: Details): ApiProblem {
  return new ApiProblem(code, { ...details, title: problems[code][1] })
}
