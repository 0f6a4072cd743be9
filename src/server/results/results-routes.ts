import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { userResults } from '#contract/results-contract.ts'
import { idParameter, queryFlag, tournamentParams } from '#contract/values.ts'
import { rankFavoriteGolfers } from '#domain/results/results.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { csvFile, sendCsv } from '#server/platform/http/send-csv.ts'
import type { LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { findUser } from '#server/users/user-store.ts'
import { openPicksSheet } from './picks-sheet-csv.ts'
import { listResults, listVisiblePicks } from './results-store.ts'
import { openStandingsFile } from './standings-csv.ts'

type Options = { db: Db; clock: Pick<Clock, 'authoritativeNow'>; hub: Pick<LeaderboardHub, 'findLatest'> }

export function addResultsRoutes(server: HttpServer, { db, clock, hub }: Options): void {
  // docs/rules.md, 6.
  server.get(routePaths.results, {
    schema: {
      operationId: 'getUserResults',
      summary: 'A user’s results',
      description: 'Their places in ended tournaments, and their most picked golfers in those that have started.',
      params: z.object({ userId: idParameter }),
      response: { 200: userResults },
    },
    handler: async (request) => {
      const found = await findUser(db, request.params.userId)
      if (found?.mergedInto !== null) throw new Problem('not-found')
      const { id, name } = found.user
      const favoriteGolfers = rankFavoriteGolfers(await listVisiblePicks(db, clock, id))
      return { user: { id, name }, results: await listResults(db, id), favoriteGolfers }
    },
  })

  // docs/rules.md, 4.8.
  server.get(routePaths.tournamentStandings, {
    schema: {
      operationId: 'downloadStandings',
      summary: 'The standings as a CSV file',
      description:
        '409 until the tournament has started. `atLock`: what was locked, by record, with the seal of the pool and the changes since.',
      errors: ['not-started'],
      params: tournamentParams,
      querystring: z.object({ atLock: queryFlag }),
      ...csvFile('UTF-8 CSV with one row per entry, in the order of the pool'),
    },
    handler: async (request, reply) => {
      const { atLock } = request.query
      const { tournamentId } = request.params
      const { tournament, chunks } = atLock
        ? await openPicksSheet({ db, clock }, tournamentId)
        : await openStandingsFile({ db, clock, findBoard: hub.findLatest }, tournamentId)
      return sendCsv(reply, `${tournament.name} ${atLock ? 'picks' : 'standings'}.csv`, chunks)
    },
  })
}
