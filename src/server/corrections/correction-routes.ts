import { correctionList, correctionReference, correctionSubmission } from '#contract/correction-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { CorrectionEditor } from './correction-editor.ts'

/** Corrections of scores by organisers (docs/rules.md, 7.8). */
export function addCorrectionRoutes(server: HttpServer, { editor }: { editor: CorrectionEditor }): void {
  const schema = { params: tournamentParams, response: { 200: correctionList } }

  server.get(routePaths.adminCorrections, {
    schema: {
      ...schema,
      operationId: 'listCorrections',
      summary: 'The corrections of scores',
      description: 'Those in force and those that have ended, newest first.',
      errors: ['not-found'],
    },
    handler: async (request) => editor.list(request.params.tournamentId),
  })

  server.post(routePaths.adminCorrections, {
    schema: {
      ...schema,
      operationId: 'correctGolfer',
      summary: 'Corrects a golfer’s status, rounds or score to par',
      description:
        '409 if the golfer has another correction than the one it is based on; `detail` names both. A repeat changes nothing.',
      errors: ['correction-changed', 'not-found', 'not-started', 'tournament-ended'],
      body: correctionSubmission,
    },
    handler: async (request) => editor.make(request.params.tournamentId, request.body, callerId(request)),
  })

  server.post(routePaths.adminCorrectionEnd, {
    schema: {
      ...schema,
      operationId: 'endCorrection',
      summary: 'Ends a correction',
      description: 'The scores are those of the source again.',
      errors: ['not-found', 'not-started', 'tournament-ended'],
      body: correctionReference,
    },
    handler: async (request) => editor.end(request.params.tournamentId, request.body.id, callerId(request)),
  })
}
