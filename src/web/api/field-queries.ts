import { queryOptions } from '@tanstack/react-query'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { type FieldMember, findDnfReason } from '#domain/field.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './resource-query.ts'

/** Before the start the server polls the feed once an hour, so withdrawals need no faster refresh than this. */
const refetchMs = 5 * 60_000

/** Before the start: which golfers of the field are out. Fails until the feed has first responded. */
export function fieldQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.field(tournamentId),
    queryFn: async ({ signal }): Promise<Pick<FieldMember, 'espnId' | 'out'>[]> => {
      const { golfersScores } = await client.get(api.leaderboard(tournamentId), leaderboard, { signal })
      return golfersScores.map((golfer) => ({ espnId: golfer.espnId, out: findDnfReason(golfer) }))
    },
    staleTime: 60_000,
    refetchInterval: refetchMs,
  })
}
