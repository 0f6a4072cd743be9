import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { userResults } from '#contract/results-contract.ts'
import { idParameter } from '#contract/values.ts'
import { rankFavoriteGolfers } from '#domain/results/results.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import { findUser } from '../users/user-store.ts'
import { listResults, listVisiblePicks } from './results-store.ts'

type Options = { db: Db; clock: Pick<Clock, 'authoritativeNow'> }

export function addResultsRoutes(server: HttpServer, { db, clock }: Options): void {
  // docs/rules.md, 6.
  server.get(routePaths.results, {
    schema: {
      operationId: 'getUserResults',
      summary: 'A user’s results',
      description: 'Their places in ended tournaments, and their most picked golfers in those that have started.',
      errors: ['not-found'],
      params: z.object({ userId: idParameter }),
      response: { 200: userResults },
    },
    handler: async (request) => {
      const found = await findUser(db, request.params.userId)
      if (found?.mergedInto !== null) throw new Problem('not-found')
      const { id, name } = found.user
      const results = await listResults(db, id)
      const picks = await listVisiblePicks(db, clock, id)
      return {
        user: { id, name },
        results,
        favoriteGolfers: rankFavoriteGolfers(picks),
      }
    },
  })
}
