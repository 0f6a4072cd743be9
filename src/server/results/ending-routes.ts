import * as z from 'zod/mini'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { EndTournamentFlow } from './tournament-closer.ts'

type Options = { closer: EndTournamentFlow }

/** The places of a hundred thousand entries fit into it. */
const maxClosingBytes = 4 * 2 ** 20

export function addEndingRoutes(server: HttpServer, { closer }: Options): void {
  // Ends a tournament for good, with the places of its last leaderboard. What is sent is compared with them.
  server.post(
    routePaths.tournamentEnd,
    {
      bodyLimit: maxClosingBytes,
      schema: {
        params: z.object({ tournamentId: idParameter }),
        body: finalPlaces,
        response: { 200: finalPlaces },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      const saved = await closer.end(request.params.tournamentId, request.body, user.id)
      return saved.map(({ entryId, places }) => ({ entryId, places: [...places] }))
    },
  )
}
