import type { ScoreSheetSubmission } from '#contract/score-sheet-contract.ts'
import type { Field } from '#domain/field/field.ts'
import { toScoreDocument } from '#domain/scores/board-scores.ts'
import type { ScoreDocument } from '#domain/scores/score-document.ts'
import { findScoreFaults } from '#domain/scores/score-faults.ts'
import { toPlaceholderGolfer } from '#domain/standings/scoring.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Db } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { findScoreSheet, putScoreSheetAside, type ScoreSheet, saveScoreSheet } from '../feed/score-sheet-store.ts'
import { invalidField, Problem } from '../http/problem.ts'
import { findLeaderboard, toUncorrectedField } from '../leaderboard/leaderboard-store.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '../tournaments/tournament-start.ts'
import { listPlayers, type TournamentRecord } from '../tournaments/tournament-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'>

export type ScoreSheetEditor = ReturnType<typeof createScoreSheetEditor>

/** The scores that organisers enter while a tournament is played (docs/rules.md, 7.7). Throws a problem if they cannot. */
export function createScoreSheetEditor({ db, clock, eventBus }: Options) {
  return {
    async find(tournamentId: number) {
      await requireTournament(db, tournamentId)
      return toMessage(await findScoreSheet(db, tournamentId))
    },

    /** The golfers whose scores can be entered. */
    async listGolfers(tournamentId: number) {
      const { golfersScores } = await findBoard(db, await requireTournament(db, tournamentId))
      return golfersScores.map(({ espnId, fullName }) => ({ espnId, name: fullName }))
    },

    /** Publishes scores, or returns to the feed. A repeat changes nothing. */
    async save(tournamentId: number, submission: ScoreSheetSubmission, organiserId: number) {
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
  }
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

/** Without scores from the feed, the golfers who can be picked. */
async function findBoard(db: Db, { id, name, start }: TournamentRecord): Promise<Field> {
  const board = await findLeaderboard(db, id)
  if (board) return toUncorrectedField(board)
  const event = { name, season: Number(start.slice(0, 4)), status: '', roundStatus: '', par: 0, completed: false }
  const golfersScores = (await listPlayers(db, id)).map(toPlaceholderGolfer)
  return { event, currentRound: 0, cutline: null, golfersScores }
}
