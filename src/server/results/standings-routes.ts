import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import { sendCsv } from '../http/send-csv.ts'
import type { LeaderboardHub } from '../leaderboard/leaderboard-hub.ts'
import { openStandingsFile } from './standings-csv.ts'

type Options = { db: Db; clock: Pick<Clock, 'authoritativeNow'>; hub: Pick<LeaderboardHub, 'findLatest'> }

export function addStandingsRoutes(server: HttpServer, { db, clock, hub }: Options): void {
  // docs/rules.md, 4.8.
  server.get(routePaths.tournamentStandings, {
    schema: {
      operationId: 'downloadStandings',
      summary: 'The standings as a CSV file',
      description: '409 until the tournament has started.',
      errors: ['not-found', 'not-started'],
      responseHeaders: { 'Content-Disposition': 'The name of the file' },
      params: tournamentParams,
      response: {
        200: {
          description: 'UTF-8 CSV with one row per entry, in the order of the pool',
          content: { 'text/csv': { schema: z.string() } },
        },
      },
    },
    handler: async (request, reply) => {
      const { tournament, chunks } = await openStandingsFile(
        { db, clock, findBoard: hub.findLatest },
        request.params.tournamentId,
      )
      return sendCsv(reply, `${tournament.name} standings.csv`, chunks)
    },
  })
}
