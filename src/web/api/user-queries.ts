import { api } from '#contract/paths.ts'
import { userResults } from '#contract/results-contract.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function userQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.user, api.user(), user, {
    staleTime: 5 * 60_000,
  })
}

export function resultsQuery(client: ApiClient, userId: number) {
  return resourceQuery(client, queryKeys.resultsOf(userId), api.results(userId), userResults, {
    staleTime: 60_000,
  })
}
