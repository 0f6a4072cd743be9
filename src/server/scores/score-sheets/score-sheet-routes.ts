import { routePaths } from '#contract/paths.ts'
import {
  type ScoreSheetSubmission,
  scoredNameMatches,
  scoredNames,
  scoreSheet,
  scoreSheetSubmission,
} from '#contract/score-sheet-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import type { Field } from '#domain/field/field.ts'
import { findScoreFaults, type ScoreDocument } from '#domain/scores/score-document.ts'
import { toScoreDocument } from '#domain/scores/scored-field.ts'
import { toPlaceholderGolfer } from '#domain/standings/scoring.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { validateNames } from '#server/pool/tournament-setup/tier-list-verification.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard, toUncorrectedField } from '#server/scores/leaderboard/leaderboard-store.ts'
import { findScoreSheet, putScoreSheetAside, type ScoreSheet, saveScoreSheet } from './score-sheet-store.ts'

/** Routes with which organisers enter scores by hand (docs/rules.md, 7.7). */
type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'>

export function addScoreSheetRoutes(server: HttpServer, { db, clock, eventBus }: Options): void {
  server.get(routePaths.adminScores, {
    schema: {
      operationId: 'getScoreSheet',
      summary: 'The scores that organisers enter',
      description: 'And whether they are in use instead of the feed.',
      params: tournamentParams,
      response: { 200: scoreSheet },
    },
    handler: async (request) => {
      const { id } = await requireTournament(db, request.params.tournamentId)
      return toMessage(await findScoreSheet(db, id))
    },
  })

  server.put(routePaths.adminScores, {
    schema: {
      operationId: 'saveScoreSheet',
      summary: 'Publishes scores by hand, or returns to the feed',
      description:
        'The board shows them at once. After `scores-changed`, read the scores that another organiser has published.',
      errors: ['not-started', 'scores-changed', 'tournament-ended'],
      params: tournamentParams,
      body: scoreSheetSubmission,
      response: { 200: scoreSheet },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { body: submission } = request
      const organiserId = callerId(request)
      const saved = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        if (!tournament.active) throw new Problem('tournament-ended')
        if (!(await observeStart(trx, tournament, now)))
          throw new Problem('not-started', { detail: 'There are no scores to enter before the start.' })
        const stored = await findScoreSheet(trx, tournamentId)
        if (isSame(stored, submission)) return stored
        const version = stored?.version ?? 0
        if (submission.version !== version) throw new Problem('scores-changed')
        if (submission.inUse) {
          const document = await toValidDocument(trx, tournament, submission.document, now)
          await saveScoreSheet(trx, tournamentId, { document, userId: organiserId, version: version + 1 }, now)
        } else await putScoreSheetAside(trx, tournamentId)
        const action = submission.inUse ? 'scores published' : 'scores from the feed again'
        const details = { tournamentId, version: version + 1 }
        await addAuditEntry(trx, { userId: organiserId, action, details }, now)
        return findScoreSheet(trx, tournamentId)
      })
      await eventBus.publish('scores', tournamentId)
      return toMessage(saved)
    },
  })

  server.post(routePaths.adminScoreNames, {
    schema: {
      operationId: 'matchScoredNames',
      summary: 'The golfers meant by the names in a table of scores',
      params: tournamentParams,
      body: scoredNames,
      response: { 200: scoredNameMatches },
    },
    handler: async (request) => {
      const { golfersScores } = await findBoard(db, await requireTournament(db, request.params.tournamentId))
      const golfers = golfersScores.map(({ espnId, fullName }) => ({ espnId, name: fullName }))
      return { validations: await validateNames(request.body.names, golfers) }
    },
  })
}

function toMessage(sheet: ScoreSheet | undefined) {
  if (!sheet) return { inUse: false, version: 0, document: null, by: null, at: null }
  return { ...sheet, document: sheet.inUse ? sheet.document : null }
}

function isSame(stored: ScoreSheet | undefined, { inUse, document }: ScoreSheetSubmission): boolean {
  if (inUse !== (stored?.inUse ?? false)) return false
  const toContent = ({ event, golfers }: ScoreDocument) => JSON.stringify([{ ...event, updated: '' }, golfers])
  return document === null || !inUse || (stored !== undefined && toContent(document) === toContent(stored.document))
}

async function toValidDocument(
  trx: Db,
  tournament: TournamentRecord,
  submitted: ScoreSheetSubmission['document'],
  now: Date,
): Promise<ScoreDocument> {
  const board = await findBoard(trx, tournament)
  if (submitted === null) return toScoreDocument(board, tournament.espnId, now.toISOString())
  if (submitted.event.id !== tournament.espnId) throw invalidField('document.event.id', 'is of another event')
  const document = { ...submitted, event: { ...submitted.event, updated: now.toISOString() } }
  const fields = findScoreFaults(document, board).map(({ row, field, message }) => ({
    field: `document.${row === null ? field : `golfers.${row}.${field}`}`,
    message,
  }))
  if (fields.length > 0) throw new Problem('validation-failed', { fields: fields.slice(0, maxFaults) })
  return document
}

const maxFaults = 50

/** The last scores of the source or, without any, the golfers who can be picked. */
async function findBoard(db: Db, { id, name, start }: TournamentRecord): Promise<Field> {
  const board = await findLeaderboard(db, id)
  if (board) return toUncorrectedField(board)
  const event = { name, season: Number(start.slice(0, 4)), status: '', roundStatus: '', par: 0, completed: false }
  const golfersScores = (await listPlayers(db, id)).map(toPlaceholderGolfer)
  return { event, currentRound: 0, cutline: null, golfersScores }
}
