import { queryOptions } from '@tanstack/react-query'
import type { Leaderboard, PlayerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { type FieldMember, findDnfReason } from '#domain/field/field.ts'
import type { ApiClient, CacheValidator } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function playerProfileQuery(client: ApiClient, tournamentId: number, espnId: string) {
  const path = api.leaderboardPlayer(tournamentId, espnId)
  return resourceQuery<PlayerProfile>(client, queryKeys.playerProfile(tournamentId, espnId), path, {
    staleTime: 30_000,
  })
}

/** Receives new scores before they are shown. The query waits for the returned promise. */
export const leaderboardArrival: {
  prepare: ((tournamentId: number, leaderboard: Leaderboard) => Promise<void> | undefined) | undefined
} = { prepare: undefined }

/** Fetches scores newer than `validator`. The response header `Feed-Checked` is the time of the last feed poll. */
export async function getLeaderboard(
  client: ApiClient,
  tournamentId: number,
  validator?: CacheValidator,
  signal?: AbortSignal,
) {
  const path = api.leaderboard(tournamentId)
  const response = await client.getVersioned<Leaderboard>(path, validator, signal ? { signal } : {})
  if (response.status === 'new') await leaderboardArrival.prepare?.(tournamentId, response.body)
  return response
}

/** Before the start the server polls the feed once an hour, so withdrawals need no faster refresh than this. */
const refetchMs = 5 * 60_000

type UpcomingGolfer = Pick<FieldMember, 'espnId' | 'out'> & { readonly teeTime: string | null }

/** The field before the start: who is out, and tee times. Fails until the feed has responded once. */
export function fieldQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.field(tournamentId),
    queryFn: async ({ signal }): Promise<UpcomingGolfer[]> => {
      const { golfersScores } = await client.get<Leaderboard>(api.leaderboard(tournamentId), { signal })
      return golfersScores.map((golfer) => ({
        espnId: golfer.espnId,
        out: findDnfReason(golfer),
        teeTime: golfer.teeTime,
      }))
    },
    staleTime: 60_000,
    refetchInterval: refetchMs,
  })
}
