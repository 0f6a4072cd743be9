import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient, CacheValidator } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function playerProfileQuery(client: ApiClient, tournamentId: number, espnId: string) {
  return resourceQuery(
    client,
    queryKeys.playerProfile(tournamentId, espnId),
    api.leaderboardPlayer(tournamentId, espnId),
    playerProfile,
    {
      staleTime: 30_000,
    },
  )
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
