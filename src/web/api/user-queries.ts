import { openingApi } from '#contract/opening-paths.ts'
import { userResults } from '#contract/results-contract.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function userQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.user, openingApi.user(), user, {
    staleTime: 5 * 60_000,
  })
}

export function resultsQuery(client: ApiClient, userId: number) {
  return resourceQuery(client, queryKeys.resultsOf(userId), openingApi.results(userId), userResults, {
    staleTime: 60_000,
  })
}
