import { api } from '#contract/paths.ts'
import type { UserResults } from '#contract/results-contract.ts'
import type { User } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function userQuery(client: ApiClient) {
  return resourceQuery<User>(client, queryKeys.user, api.user(), {
    staleTime: 5 * 60_000,
  })
}

export function resultsQuery(client: ApiClient, userId: number) {
  return resourceQuery<UserResults>(client, queryKeys.resultsOf(userId), api.results(userId), {
    staleTime: 60_000,
  })
}
