import * as z from 'zod/mini'
import { closing } from '#contract/closing-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { TournamentEnding } from './tournament-ending.ts'

type Options = { ending: TournamentEnding }

/** The places of a hundred thousand entries fit into it. */
const largestClosing = 4 * 2 ** 20

export function addEndingRoutes(server: HttpServer, { ending }: Options): void {
  // Ends a tournament for good, with the places of its last leaderboard. What is sent is compared with them.
  server.post(
    routePaths.tournamentEnd,
    {
      bodyLimit: largestClosing,
      schema: { params: z.object({ tournamentId: idParameter }), body: closing, response: { 200: closing } },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      const kept = await ending.end(request.params.tournamentId, request.body, user.id)
      return kept.map(({ entryId, places }) => ({ entryId, places: [...places] }))
    },
  )
}
