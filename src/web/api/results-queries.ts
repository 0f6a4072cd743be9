import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { userResults } from '#contract/results-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export function resultsQuery(client: ApiClient, userId: number) {
  return queryOptions({
    queryKey: queryKeys.resultsOf(userId),
    queryFn: ({ signal }) => client.get(api.results(userId), userResults, { signal }),
    staleTime: 60_000,
  })
}
