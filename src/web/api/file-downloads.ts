import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { ApiProblem } from './api-problem.ts'

/** The lock and the rounds, for a calendar app. Throws an `ApiProblem`, like every call below. */
export function fetchCalendarFile(client: ApiClient, tournamentId: number): Promise<Blob> {
  return fetchFile(client, api.tournamentCalendarFile(tournamentId), 'text/calendar')
}

export function fetchStandingsCsv(client: ApiClient, tournamentId: number): Promise<Blob> {
  return fetchFile(client, api.tournamentStandings(tournamentId), 'text/csv')
}

export function fetchPaymentsCsv(client: ApiClient, tournamentId: number): Promise<Blob> {
  return fetchFile(client, api.adminPayments(tournamentId), 'text/csv')
}

export function fetchSeasonCsv(client: ApiClient, key: string): Promise<Blob> {
  return fetchFile(client, api.seasonStandings(key), 'text/csv')
}

async function fetchFile(client: ApiClient, path: string, mediaType: string): Promise<Blob> {
  const response = await client.request(path, { headers: { Accept: mediaType } })
  return response.blob().catch((cause: unknown) => {
    throw new ApiProblem('offline', { cause })
  })
}
