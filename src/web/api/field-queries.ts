import { queryOptions } from '@tanstack/react-query'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { type FieldMember, findDnfReason } from '#domain/field.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

/** The server asks the feed once an hour before the start; a withdrawal is on an open page soon after that. */
const refetchMs = 5 * 60_000

/** Before the start: who of the field is out. Fails while the feed has not answered the server yet. */
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
