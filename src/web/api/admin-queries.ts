import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { AdminUser, AuditLog, BackupStatus, FeedStatus, Update } from '#contract/admin-contract.ts'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { ApiClient } from './api-client.ts'
import { codeOf } from './api-problem.ts'
import { adminQuery, queryKeys, resourceQuery } from './resource-query.ts'
import { tournamentQuery } from './tournament-queries.ts'

export const adminUsersQuery = adminQuery<AdminUser[]>(api.adminUsers(), { staleTime: 30_000 })

/** Includes the server's version, which may be newer than the page's. */
export const healthQuery = resourceQuery<{ version: string }>(queryKeys.health, api.health(), { staleTime: 60_000 })

export const updateQuery = adminQuery<Update>(api.adminUpdate(), { staleTime: 60 * 60_000 })

export const backupQuery = adminQuery<BackupStatus>(api.adminBackup(), { staleTime: 60_000 })

export const feedStatusQuery = adminQuery<FeedStatus>(api.adminFeed(), {
  staleTime: 10_000,
  refetchInterval: 30_000,
})

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
    queries.fetchQuery({ ...tournamentQuery(tournamentId), staleTime: 0 }),
    client.get<Leaderboard>(api.leaderboard(tournamentId)).catch((error: unknown) => {
      if (codeOf(error) === 'not-found') return null
      throw error
    }),
  ])
  return { tournament, board }
}
