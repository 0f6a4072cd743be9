import { queryOptions } from '@tanstack/react-query'
import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient, CacheValidator } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export function playerProfileQuery(client: ApiClient, tournamentId: number, espnId: string) {
  return queryOptions({
    queryKey: queryKeys.playerProfile(tournamentId, espnId),
    queryFn: ({ signal }) => client.get(api.leaderboardPlayer(tournamentId, espnId), playerProfile, { signal }),
    staleTime: 30_000,
  })
}

/** Fetches scores newer than `validator`. The response header `Feed-Checked` is the time of the last feed poll. */
export function getLeaderboard(
  client: ApiClient,
  tournamentId: number,
  validator?: CacheValidator,
  signal?: AbortSignal,
) {
  return client.getVersioned(api.leaderboard(tournamentId), leaderboard, validator, signal ? { signal } : {})
}
