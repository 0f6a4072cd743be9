import { api } from '#contract/paths.ts'
import type { UserResults } from '#contract/results-contract.ts'
import type { User } from '#contract/user-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export const userQuery = resourceQuery<User>(queryKeys.user, api.user(), { staleTime: 5 * 60_000 })

export function resultsQuery(userId: number) {
  return resourceQuery<UserResults>(queryKeys.resultsOf(userId), api.results(userId), { staleTime: 60_000 })
}
