import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type {
  AdminUser,
  AuditLog,
  BackupStatus,
  FeedStatus,
  Merged,
  MergePreview,
  Person,
  Update,
} from '#contract/admin-contract.ts'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { FinalPlaces } from '#domain/results/final-places.ts'
import type { ApiClient } from './api-client.ts'
import { codeOf } from './api-problem.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'
import { tournamentQuery } from './tournament-queries.ts'

export function adminUsersQuery(client: ApiClient) {
  return resourceQuery<AdminUser[]>(client, queryKeys.adminUsers, api.adminUsers(), {
    staleTime: 30_000,
  })
}

/** Includes the server's version, which may be newer than the page's. */
export function healthQuery(client: ApiClient) {
  return resourceQuery<{ version: string }>(client, queryKeys.health, api.health(), { staleTime: 60_000 })
}

export function updateQuery(client: ApiClient) {
  return resourceQuery<Update>(client, queryKeys.update, api.adminUpdate(), { staleTime: 60 * 60_000 })
}

export function backupQuery(client: ApiClient) {
  return resourceQuery<BackupStatus>(client, queryKeys.backup, api.adminBackup(), { staleTime: 60_000 })
}

export function feedStatusQuery(client: ApiClient) {
  return resourceQuery<FeedStatus>(client, queryKeys.feed, api.adminFeed(), {
    staleTime: 10_000,
    refetchInterval: 30_000,
  })
}

/** The audit log, newest first. Each page continues with older rows. */
export function auditLogQuery(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auditLog,
    queryFn: ({ pageParam, signal }) => client.get<AuditLog>(api.adminAuditLog(pageParam), { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })
}

/** The users who have an entry in the tournament. Throws an `ApiProblem`, like every call below. */
export function fetchTournamentUsers(client: ApiClient, tournamentId: number): Promise<Person[]> {
  return client.get(api.adminTournamentUsers(tournamentId))
}

/** All users, bypassing the query cache. */
export function fetchAllUsers(client: ApiClient): Promise<Person[]> {
  return client.get(api.adminUsers())
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
    client.get<Leaderboard>(api.leaderboard(tournamentId)).catch((error: unknown) => {
      if (codeOf(error) === 'not-found') return null
      throw error
    }),
  ])
  return { tournament, board }
}

/** Ends the tournament and returns the stored places. A repeat changes nothing (docs/rules.md, 5.1). */
export function endTournament(
  client: ApiClient,
  tournamentId: number,
  places: readonly FinalPlaces[],
): Promise<FinalPlaces[]> {
  return client.send('POST', api.tournamentEnd(tournamentId), places)
}

/** Ends the tournament without places. A repeat changes nothing. */
export function cancelTournament(client: ApiClient, tournamentId: number, reason: string): Promise<TournamentSummary> {
  return client.send('POST', api.adminCancel(tournamentId), { reason })
}

/** Makes an ended tournament active again. A repeat changes nothing. */
export function reopenTournament(
  client: ApiClient,
  tournamentId: number,
  asksSource: boolean,
): Promise<TournamentSummary> {
  return client.send('POST', api.adminReopen(tournamentId), { asksSource })
}

/** Previews a merge. The target comes first in `userIds`. */
export function previewMerge(client: ApiClient, userIds: readonly number[]): Promise<MergePreview> {
  return client.send('POST', api.adminMergePreview(), userIds)
}

export function mergeUsers(client: ApiClient, userIds: readonly number[]): Promise<Merged> {
  return client.send('POST', api.adminMergeUsers(), userIds)
}

export function clearCache(client: ApiClient): Promise<{ cleared: true }> {
  return client.get(api.adminClearCache())
}

export function sendAuditMail(client: ApiClient): Promise<{ recipients: number }> {
  return client.get(api.adminSendAuditMail())
}
