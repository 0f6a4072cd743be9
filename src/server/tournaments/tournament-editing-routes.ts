import { routePaths } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import type { SavedTournament, TournamentEditor } from './tournament-editor.ts'
import { toSummary } from './tournament-summary.ts'

type Options = { editor: TournamentEditor }

export function addTournamentEditingRoutes(server: HttpServer, { editor }: Options): void {
  const schema = { body: tournamentSubmission, response: { 200: tournament } }

  // A new tournament, active at once; 409 while another one is active. A repeat gets the first response.
  server.post(routePaths.tournamentSave, { schema }, async (request) => {
    if (request.body.id !== 0) {
      const fields = [{ field: 'id', message: 'must be 0 for a new tournament' }]
      throw new Problem('validation-failed', { fields })
    }
    return toResponse(await editor.create(request.body, requireSignedIn(request).user.id))
  })

  // Changes a tournament that has not ended. It stays active.
  server.put(routePaths.tournamentSave, { schema }, async (request) =>
    toResponse(await editor.change(request.body, requireSignedIn(request).user.id)),
  )
}

function toResponse({ players, ...record }: SavedTournament) {
  return { ...toSummary(record), players: [...players] }
}
