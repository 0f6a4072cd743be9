import { houseRules, houseRulesQuery } from '#contract/house-rules-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { WebFiles } from '#server/platform/http/web-files.ts'
import { parseTournamentRules } from '#server/pool/house-rules/house-rules.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { findCurrentTournament } from '#server/pool/tournaments/tournament-store.ts'
import type { Branding } from './branding.ts'

type Options = Pick<Branding, 'rules'> & { db: Db; files: WebFiles }

export function addBrandingRoutes(server: HttpServer, { rules, db, files }: Options): void {
  // Those of a tournament, or else of this pool (`POOL_RULES`).
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

  // At the addresses that older previews contain. 404 if the app has not been built.
  server.get(routePaths.previewPicture, {
    schema: {
      operationId: 'getPreviewPicture',
      summary: 'The picture of a link to an ended tournament',
      description: 'The same PNG of 1200 x 630 pixels for every tournament.',
      params: tournamentParams,
    },
    handler: async (_request, reply) => {
      const picture = files.get('/share.png')?.bytes.identity
      if (!picture) throw new Problem('not-found')
      return reply.header('Cache-Control', 'public, max-age=3600').type('image/png').send(picture)
    },
  })
}
