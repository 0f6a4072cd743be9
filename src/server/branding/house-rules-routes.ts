import { houseRules } from '#contract/house-rules-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import type { Branding } from './branding.ts'

/** The house rules of this pool (`POOL_RULES`). 404 if there are none. */
export function addHouseRulesRoute(server: HttpServer, { rules }: Pick<Branding, 'rules'>): void {
  server.get(routePaths.houseRules, {
    schema: {
      operationId: 'getHouseRules',
      summary: 'The house rules of this pool',
      description: '404 if there are none.',
      errors: ['not-found'],
      response: { 200: houseRules },
    },
    handler: async () => {
      if (!rules) throw new Problem('not-found')
      return rules
    },
  })
}
