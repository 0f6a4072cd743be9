import { routePaths } from '#contract/paths.ts'
import { scoredNameMatches, scoredNames, scoreSheet, scoreSheetSubmission } from '#contract/score-sheet-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { validateNames } from '../tournament-setup/tier-list-verification.ts'
import type { ScoreSheetEditor } from './score-sheet-editor.ts'

/** For organisers: scores by hand (docs/rules.md, 7.7). */
export function addScoreSheetRoutes(server: HttpServer, { editor }: { editor: ScoreSheetEditor }): void {
  server.get(routePaths.adminScores, {
    schema: {
      operationId: 'getScoreSheet',
      summary: 'The scores that organisers enter',
      description: 'And whether they are in use instead of the feed.',
      errors: ['not-found'],
      params: tournamentParams,
      response: { 200: scoreSheet },
    },
    handler: async (request) => editor.find(request.params.tournamentId),
  })

  server.put(routePaths.adminScores, {
    schema: {
      operationId: 'saveScoreSheet',
      summary: 'Publishes scores by hand, or returns to the feed',
      description:
        'The board shows them at once. After `scores-changed`, read the scores that another organiser has published.',
      errors: ['not-found', 'not-started', 'scores-changed', 'tournament-ended'],
      params: tournamentParams,
      body: scoreSheetSubmission,
      response: { 200: scoreSheet },
    },
    handler: async (request) => editor.save(request.params.tournamentId, request.body, callerId(request)),
  })

  server.post(routePaths.adminScoreNames, {
    schema: {
      operationId: 'matchScoredNames',
      summary: 'The golfers meant by the names in a table of scores',
      errors: ['not-found'],
      params: tournamentParams,
      body: scoredNames,
      response: { 200: scoredNameMatches },
    },
    handler: async (request) => {
      const golfers = await editor.listGolfers(request.params.tournamentId)
      return { validations: await validateNames(request.body.names, golfers) }
    },
  })
}
