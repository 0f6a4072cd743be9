import type { HouseRules } from '#contract/house-rules-contract.ts'
import { api as paths } from '#contract/paths.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'

/** The house rules of this pool. They change only when the server restarts. */
export function houseRulesQuery(client: ApiClient) {
  return resourceQuery<HouseRules>(client, queryKeys.houseRules, paths.houseRules(), { staleTime: 5 * 60_000 })
}
