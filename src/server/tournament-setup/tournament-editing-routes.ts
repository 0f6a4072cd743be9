import { routePaths } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { invalidField } from '../http/problem.ts'
import { toSummary } from '../tournaments/tournament-store.ts'
import type { SavedTournament, TournamentEditor } from './tournament-editor.ts'

type Options = { editor: TournamentEditor }

export function addTournamentEditingRoutes(server: HttpServer, { editor }: Options): void {
  const schema = { body: tournamentSubmission, response: { 200: tournament } }

  server.post(routePaths.tournamentSave, {
    schema: {
      ...schema,
      operationId: 'createTournament',
      summary: 'Creates a tournament',
      description: 'It is active at once. A repeat gets the first response.',
      errors: ['event-not-supported', 'feed-unavailable', 'tournament-active', 'tournament-invalid'],
    },
    handler: async (request) => {
      if (request.body.id !== 0) {
        throw invalidField('id', 'must be 0 for a new tournament')
      }
      return toResponse(await editor.create(request.body, requireSignedIn(request).user.id))
    },
  })

  server.put(routePaths.tournamentSave, {
    schema: {
      ...schema,
      operationId: 'changeTournament',
      summary: 'Changes a tournament that has not ended',
      errors: [
        'event-not-supported',
        'feed-unavailable',
        'not-found',
        'players-locked',
        'tournament-changed',
        'tournament-ended',
        'tournament-invalid',
      ],
    },
    handler: async (request) => toResponse(await editor.change(request.body, requireSignedIn(request).user.id)),
  })
}

function toResponse({ players, ...record }: SavedTournament) {
  return { ...toSummary(record), players }
}
