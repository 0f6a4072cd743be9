import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function userQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.user, api.user(), user, {
    staleTime: 5 * 60_000,
  })
}
