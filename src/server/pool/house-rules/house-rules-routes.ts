import { type HouseRules, houseRules, houseRulesQuery } from '#contract/house-rules-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { findCurrentTournament } from '#server/pool/tournaments/tournament-store.ts'
import { parseTournamentRules } from './house-rules.ts'

/** `rules`: the house rules of the pool (`POOL_RULES`), for tournaments without their own. */
export function addHouseRulesRoute(server: HttpServer, { db, rules }: { db: Db; rules: HouseRules | null }): void {
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
