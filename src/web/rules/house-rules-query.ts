import type { HouseRules } from '#contract/house-rules-contract.ts'
import { api as paths } from '#contract/paths.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'

/** The house rules of this pool. They change only when the server restarts. */
export const houseRulesQuery = resourceQuery<HouseRules>(queryKeys.houseRules, paths.houseRules(), {
  staleTime: 5 * 60_000,
})
