import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import {
  adminUserList,
  auditLog,
  clearCacheResponse,
  mergePreview,
  mergeResponse,
  type Person,
  sendAuditMailResponse,
  tournamentUserList,
} from '#contract/admin-contract.ts'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { health } from '#contract/health-contract.ts'
import { type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { FinalPlaces } from '#domain/results/final-places.ts'
import type { ApiClient } from './api-client.ts'
import { codeOf } from './api-problem.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'
import { tournamentQuery } from './tournament-queries.ts'

export function adminUsersQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.adminUsers, api.adminUsers(), adminUserList, {
    staleTime: 30_000,
  })
}

/** Includes the server's version, which may be newer than the page's. */
export function healthQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.health, api.health(), health, { staleTime: 60_000 })
}

/** The audit log, newest first. Each page continues with older rows. */
export function auditLogQuery(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auditLog,
    queryFn: ({ pageParam, signal }) => client.get(api.adminAuditLog(pageParam), auditLog, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })
}

/** The users who have an entry in the tournament. Throws an `ApiProblem`, like every call below. */
export function fetchTournamentUsers(client: ApiClient, tournamentId: number): Promise<Person[]> {
  return client.get(api.adminTournamentUsers(tournamentId), tournamentUserList)
}

/** All users, bypassing the query cache. */
export function fetchAllUsers(client: ApiClient): Promise<Person[]> {
  return client.get(api.adminUsers(), adminUserList)
}

export type EndPreviewData = {
  tournament: TournamentResponse
  /** The latest scores; null if there are none. */
  board: Leaderboard | null
}

/** The current data from which the final places are computed (docs/rules.md, 5.1). */
export async function fetchEndPreviewData(
  client: ApiClient,
  queries: QueryClient,
  tournamentId: number,
): Promise<EndPreviewData> {
  const [tournament, board] = await Promise.all([
    queries.fetchQuery({ ...tournamentQuery(client, tournamentId), staleTime: 0 }),
    client.get(api.leaderboard(tournamentId), leaderboard).catch((error: unknown) => {
      if (codeOf(error) === 'not-found') return null
      throw error
    }),
  ])
  return { tournament, board }
}

/** Ends the tournament and returns the stored places. A repeat changes nothing (docs/rules.md, 5.1). */
export function endTournament(client: ApiClient, tournamentId: number, places: readonly FinalPlaces[]) {
  return client.send('POST', api.tournamentEnd(tournamentId), places, finalPlaces)
}

/** Previews a merge. The target comes first in `userIds`. */
export function previewMerge(client: ApiClient, userIds: readonly number[]) {
  return client.send('POST', api.adminMergePreview(), userIds, mergePreview)
}

export function mergeUsers(client: ApiClient, userIds: readonly number[]) {
  return client.send('POST', api.adminMergeUsers(), userIds, mergeResponse)
}

export function clearCache(client: ApiClient) {
  return client.get(api.adminClearCache(), clearCacheResponse)
}

export function sendAuditMail(client: ApiClient) {
  return client.get(api.adminSendAuditMail(), sendAuditMailResponse)
}
