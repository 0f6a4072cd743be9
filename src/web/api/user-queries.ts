import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from './api-client.ts'

export function userQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['user'],
    queryFn: ({ signal }) => client.get(api.user(), user, { signal }),
    staleTime: 5 * 60_000,
  })
}
