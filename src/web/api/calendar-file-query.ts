import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { ApiProblem } from './api-problem.ts'

/** The lock and the rounds for a person's own calendar. Throws an `ApiProblem`. */
export async function fetchCalendarFile(client: ApiClient, tournamentId: number): Promise<Blob> {
  const headers = { Accept: 'text/calendar' }
  const response = await client.request(api.tournamentCalendarFile(tournamentId), { headers })
  return response.blob().catch((cause: unknown) => {
    throw new ApiProblem('offline', { cause })
  })
}
