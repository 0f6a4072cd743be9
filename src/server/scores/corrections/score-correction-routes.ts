import { routePaths } from '#contract/paths.ts'
import {
  type ResultCorrection,
  type ScoreCorrectionList,
  scoreCorrectionList,
  scoreCorrectionReference,
  scoreCorrectionSubmission,
} from '#contract/score-correction-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import type { User } from '#domain/permissions.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import {
  listScoreCorrectionsWithSources,
  planScoreCorrections,
  saveScoreCorrections,
} from './score-correction-editor.ts'
import { listScoreCorrections } from './score-correction-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'>

/** Corrections of scores by organisers (docs/rules.md, 7.8). The leader's poller shows the result. */
export function addScoreCorrectionRoutes(server: HttpServer, { db, clock, eventBus }: Options): void {
  const schema = { params: tournamentParams, response: { 200: scoreCorrectionList } }

  server.get(routePaths.adminCorrections, {
    schema: {
      ...schema,
      operationId: 'listCorrections',
      summary: 'The corrections of scores',
      description: 'Those in force and those that have ended, newest first.',
    },
    handler: async ({ params }) => {
      await requireTournament(db, params.tournamentId)
      return listScoreCorrectionsWithSources(db, params.tournamentId)
    },
  })

  server.post(routePaths.adminCorrections, {
    schema: {
      ...schema,
      operationId: 'correctGolfer',
      summary: 'Corrects a golfer’s status, rounds or score to par',
      description:
        '409 if the golfer has another correction than the one it is based on; `detail` names both. A repeat changes nothing.',
      errors: ['correction-changed', 'not-started', 'tournament-ended'],
      body: scoreCorrectionSubmission,
    },
    handler: async (request) =>
      change(request.params.tournamentId, requireSignedIn(request).user, { ended: [], corrections: [request.body] }),
  })

  server.post(routePaths.adminCorrectionEnd, {
    schema: {
      ...schema,
      operationId: 'endCorrection',
      summary: 'Ends a correction',
      description: 'The scores are those of the source again.',
      errors: ['not-started', 'tournament-ended'],
      body: scoreCorrectionReference,
    },
    handler: async (request) =>
      change(request.params.tournamentId, requireSignedIn(request).user, { ended: [request.body.id], corrections: [] }),
  })

  async function change(
    tournamentId: number,
    user: User,
    wanted: Pick<ResultCorrection, 'ended' | 'corrections'>,
  ): Promise<ScoreCorrectionList> {
    await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
      if (!tournament.active) throw new Problem('tournament-ended')
      if (!(await observeStart(trx, tournament, now)))
        throw new Problem('not-started', { detail: 'Scores can be corrected once the tournament has started.' })
      const board = await findLeaderboard(trx, tournamentId)
      const plan = planScoreCorrections(board, await listScoreCorrections(trx, tournamentId), wanted, { user, now })
      await saveScoreCorrections(trx, tournamentId, plan, { user, now })
    })
    await eventBus.publish('scores', tournamentId)
    return listScoreCorrectionsWithSources(db, tournamentId)
  }
}
