import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export function userQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.user,
    queryFn: ({ signal }) => client.get(api.user(), user, { signal }),
    staleTime: 5 * 60_000,
  })
}
