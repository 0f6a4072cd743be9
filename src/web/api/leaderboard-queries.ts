import { queryOptions } from '@tanstack/react-query'
import type { Leaderboard, PlayerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { type FieldMember, findDnfReason, type Golfer } from '#domain/field/field.ts'
import type { ApiClient, CacheValidator } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function playerProfileQuery(tournamentId: number, espnId: string) {
  const path = api.leaderboardPlayer(tournamentId, espnId)
  return resourceQuery<PlayerProfile>(queryKeys.playerProfile(tournamentId, espnId), path, { staleTime: 30_000 })
}

/** Fetches scores newer than `validator`. The response header `Feed-Checked` is the time of the last feed poll. */
export function getLeaderboard(
  client: ApiClient,
  tournamentId: number,
  validator?: CacheValidator,
  signal?: AbortSignal,
) {
  return client.getVersioned<Leaderboard>(api.leaderboard(tournamentId), validator, signal ? { signal } : {})
}

/** Before the start the server polls the feed once an hour, so withdrawals need no faster refresh than this. */
const refetchMs = 5 * 60_000

export type UpcomingGolfer = Pick<FieldMember, 'out'> & Pick<Golfer, 'espnId' | 'teeTime' | 'logoImage'>

/** The field before the start: who is out, tee times and flags. Fails until the feed has responded once. */
export function fieldQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.field(tournamentId),
    queryFn: async ({ signal }): Promise<UpcomingGolfer[]> => {
      const { golfersScores } = await client.get<Leaderboard>(api.leaderboard(tournamentId), { signal })
      return golfersScores.map((golfer) => {
        const { espnId, teeTime, logoImage } = golfer
        return { espnId, teeTime, logoImage, out: findDnfReason(golfer) }
      })
    },
    staleTime: 60_000,
    refetchInterval: refetchMs,
  })
}
