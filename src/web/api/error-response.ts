import { ApiProblem, codeOfStatus } from './api-problem.ts'

/** The code that reads error responses, which the first rows do not need. */
export const loadProblemReader = () => import('./problem-response.ts')

/** Parses an error response. If the code for that cannot be loaded, the status decides. */
export async function toApiProblem(response: Response): Promise<ApiProblem> {
  try {
    const { readProblem } = await loadProblemReader()
    return await readProblem(response)
  } catch {
    return new ApiProblem(codeOfStatus(response.status))
  }
}
