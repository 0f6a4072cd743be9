import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { resultCorrection, resultCorrectionPreview } from '#contract/score-correction-contract.ts'
import { canDo } from '#contract/tournament-actions.ts'
import { cancellationReach, tournamentReopening, tournamentSummary } from '#contract/tournament-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { toScoreDocument } from '#domain/scores/scored-field.ts'
import type { CancellationNotices, ResultNotification } from '#server/messages/notifications/results.ts'
import { forgetUnannouncedResults } from '#server/messages/pool-events/pool-event-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId, requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { changeTournament, inLockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  findActiveTournament,
  setTournament,
  type TournamentRecord,
  toSummary,
} from '#server/pool/tournaments/tournament-store.ts'
import { type Author, saveScoreCorrections } from '#server/scores/corrections/score-correction-editor.ts'
import { findLeaderboard, saveLeaderboard, toUncorrectedField } from '#server/scores/leaderboard/leaderboard-store.ts'
import { findScoreSheet, putScoreSheetAside, saveScoreSheet } from '#server/scores/score-sheets/score-sheet-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { describeChange, listChanges, planResultCorrection, type ResultChange } from './result-correction.ts'
import { replaceResult, toResultReplacement } from './result-replacement.ts'

type Options = EditorServices & {
  notifyOfResult: ResultNotification
  /** Counts those whom `notifyOfResult` would tell. */
  countNotified: ResultNotification
  cancellation: CancellationNotices
  /** Shows the stored leaderboard to the viewers of this process. */
  showStored: (tournamentId: number) => Promise<void>
}

/** Puts results of ended tournaments right (docs/rules.md, 5.4): in one transaction, whatever else is active, or by reopening them. */
export function addResultCorrectionRoutes(
  server: HttpServer,
  { notifyOfResult, countNotified, cancellation, showStored, ...services }: Options,
): void {
  const { db, clock, eventBus, outbox } = services
  server.get(routePaths.adminReopen, {
    schema: {
      operationId: 'previewReopening',
      summary: 'How many people would be told that a tournament is open again',
      description: 'Nobody, unless it was cancelled before its start.',
      params: tournamentParams,
      response: { 200: cancellationReach },
    },
    handler: async (request) => {
      const tournament = await requireTournament(db, request.params.tournamentId)
      const now = await clock.authoritativeNow(db)
      if (!tournament.endedBeforeStart) return { reach: { devices: 0, emails: 0, files: 0, none: 0 } }
      return { reach: await cancellation.findReopeningReach(db, tournament, now) }
    },
  })

  server.post(routePaths.adminReopen, {
    schema: {
      operationId: 'reopenTournament',
      summary: 'Makes an ended tournament active again',
      description:
        'Its entries stay locked. One that was cancelled before its start is open again, until its start only, and those who were told are told. A repeat changes nothing; 409 if another one is active.',
      errors: ['not-correctable', 'not-started', 'tournament-active'],
      params: tournamentParams,
      body: tournamentReopening,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { asksSource } = request.body
      const userId = callerId(request)
      const reopened = await changeTournament(services, tournamentId, async (trx, { tournament, now }) => {
        if (tournament.active) return tournament
        await requirePossible(trx, tournament, now)
        await setTournament(trx, tournamentId, { active: 1, cancelled_reason: null })
        await bumpTournamentVersion(trx, tournamentId)
        await forgetUnannouncedResults(trx, tournamentId)
        const told = tournament.endedBeforeStart
          ? await cancellation.notifyOfReopening(trx, tournament, now)
          : undefined
        if (told === undefined) await chooseSource(trx, tournament, { asksSource, userId, now })
        const details = { tournamentId, ...(told === undefined ? { asksSource } : { told }) }
        await addAuditEntry(trx, { userId, action: 'tournament reopened', details }, now)
        return requireTournament(trx, tournamentId)
      })
      return toSummary(reopened)
    },
  })

  const schema = {
    errors: ['correction-changed', 'not-correctable', 'not-found'],
    params: tournamentParams,
    body: resultCorrection,
  } as const

  server.post(routePaths.adminResultCorrectionPreview, {
    schema: {
      ...schema,
      operationId: 'previewResultCorrection',
      summary: 'What a correction of a result would change',
      description:
        'The entries that would get another place, how many people would be told, and whether what was decided about ties is cleared.',
      response: { 200: resultCorrectionPreview },
    },
    handler: async (request) => {
      const tournament = await requireTournament(db, request.params.tournamentId)
      const author = { user: requireSignedIn(request).user, now: await clock.authoritativeNow(db) }
      const { version, places, change } = await planResultCorrection(db, tournament, request.body, author)
      if (!change) return { version, changed: 0, entries: [], people: 0, clearsTies: false }
      const { news, clearsTies } = toResultReplacement({ tournament, standings: change.standings }, places)
      const people = news ? await countNotified(db, news, author.now) : 0
      return { version, ...listChanges(change), people, clearsTies }
    },
  })

  server.post(routePaths.adminResultCorrection, {
    schema: {
      ...schema,
      operationId: 'correctResult',
      summary: 'Corrects the result of an ended tournament',
      description:
        'Scores, places, seasons and a message to everybody who was sent the result follow at once. A repeat changes nothing; 409 if somebody else has corrected it since `version` was read.',
      response: { 200: finalPlaces },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { user } = requireSignedIn(request)
      const places = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const planned = await planResultCorrection(trx, tournament, request.body, { user, now })
        return planned.change ? save(trx, tournament, planned.change, { user, now }) : planned.places
      })
      outbox.wake()
      await showStored(tournamentId)
      await eventBus.publish('leaderboard', tournamentId)
      await eventBus.publish('tournament', tournamentId)
      return [...places]
    },
  })

  async function save(trx: Db, tournament: TournamentRecord, change: ResultChange, author: Author) {
    const tournamentId = tournament.id
    const { now } = author
    await saveScoreCorrections(trx, tournamentId, change.corrections, author)
    await saveLeaderboard(trx, tournamentId, change.board)
    const result = { tournament, standings: change.standings, corrections: describeChange(change) }
    const places = await replaceResult(trx, result, { now, notifyOfResult, userId: author.user.id })
    await bumpTournamentVersion(trx, tournamentId)
    const details = { tournamentId, changed: listChanges(change).changed }
    await addAuditEntry(trx, { userId: author.user.id, action: 'result corrected', details }, now)
    return places
  }
}

/** Whether the source is asked for the scores of a reopened tournament, or they stay as they are. */
async function chooseSource(
  trx: Db,
  tournament: TournamentRecord,
  { asksSource, userId, now }: { asksSource: boolean; userId: number; now: Date },
): Promise<void> {
  const sheet = await findScoreSheet(trx, tournament.id)
  if (asksSource && sheet?.inUse) await putScoreSheetAside(trx, tournament.id)
  else if (!asksSource && !sheet?.inUse) await keepScores(trx, tournament, userId, now)
}

async function requirePossible(trx: Db, tournament: TournamentRecord, now: Date): Promise<void> {
  if (tournament.isImported)
    throw new Problem('not-correctable', { detail: 'It was imported, so it has no picks or scores.' })
  const isPossible = canDo('reopen', tournament, { now, isOtherActive: false })
  if (!isPossible || (!tournament.endedBeforeStart && !(await observeStart(trx, tournament, now))))
    throw new Problem('not-started', {
      detail: 'It was cancelled before its start, which has passed. Create it again.',
    })
  const active = await findActiveTournament(trx)
  if (active) throw new Problem('tournament-active', { detail: `${active.name} is active.` })
}

/** Puts a score sheet with the last scores in use, so that no source is asked (docs/rules.md, 7.7). */
async function keepScores(trx: Db, { id, espnId }: TournamentRecord, userId: number, now: Date): Promise<void> {
  const board = await findLeaderboard(trx, id)
  if (!board) return
  const document = toScoreDocument(toUncorrectedField(board), espnId, now.toISOString())
  const version = ((await findScoreSheet(trx, id))?.version ?? 0) + 1
  await saveScoreSheet(trx, id, { document, userId, version }, now)
}
