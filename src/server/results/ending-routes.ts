import * as z from 'zod/mini'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { TournamentEnding } from './tournament-ending.ts'

type Options = { ending: TournamentEnding }

/** Enough for the places of 100,000 entries. */
const maxClosingBytes = 4 * 2 ** 20

export function addEndingRoutes(server: HttpServer, { ending }: Options): void {
  // docs/rules.md, 5.1.
  server.post(
    routePaths.tournamentEnd,
    {
      bodyLimit: maxClosingBytes,
      schema: {
        operationId: 'endTournament',
        summary: 'Ends a tournament',
        description:
          'With the places of its last leaderboard. Submitted places are only compared with the computed ones.',
        errors: ['not-found'],
        params: z.object({ tournamentId: idParameter }),
        body: finalPlaces,
        response: { 200: finalPlaces },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      const saved = await ending.end(request.params.tournamentId, request.body, user.id)
      return saved.map(({ entryId, places }) => ({ entryId, places: [...places] }))
    },
  )
}
