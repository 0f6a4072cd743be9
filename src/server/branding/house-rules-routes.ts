import { houseRules, houseRulesQuery } from '#contract/house-rules-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { findCurrentTournament } from '../tournaments/tournament-store.ts'
import type { Branding } from './branding.ts'
import { parseTournamentRules } from './house-rules.ts'

/** The house rules of a tournament, or else of this pool (`POOL_RULES`). 404 if there are none. */
export function addHouseRulesRoute(server: HttpServer, { rules, db }: Pick<Branding, 'rules'> & { db: Db }): void {
  server.get(routePaths.houseRules, {
    schema: {
      operationId: 'getHouseRules',
      summary: 'The house rules of a tournament',
      description: 'Else those of this pool; 404 if there are none.',
      errors: ['not-found'],
      querystring: houseRulesQuery,
      response: { 200: houseRules },
    },
    handler: async ({ query: { tournamentId } }) => {
      const tournament = tournamentId ? await requireTournament(db, tournamentId) : await findCurrentTournament(db)
      if (tournament?.houseRules) return parseTournamentRules(tournament.houseRules)
      if (!rules) throw new Problem('not-found')
      return rules
    },
  })
}
