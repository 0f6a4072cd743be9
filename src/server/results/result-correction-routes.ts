import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import {
  type ResultCorrection,
  type ResultCorrectionPreview,
  resultCorrection,
  resultCorrectionPreview,
} from '#contract/score-correction-contract.ts'
import { tournamentReopening, tournamentSummary } from '#contract/tournament-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import type { FinalPlaces } from '#domain/results/results.ts'
import { toScoreDocument } from '#domain/scores/scored-field.ts'
import { placeOfRow, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import type { ResultNotification } from '#server/messages/notifications/results.ts'
import { forgetUnannouncedResults } from '#server/messages/pool-events/pool-event-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament, type LockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  findActiveTournament,
  listPlayers,
  setTournament,
  type TournamentRecord,
  toSummary,
} from '#server/pool/tournaments/tournament-store.ts'
import { endCorrections, makeCorrection } from '#server/scores/corrections/score-correction-editor.ts'
import { listCorrections, type StoredCorrection } from '#server/scores/corrections/score-correction-store.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  saveLeaderboard,
  toCorrectedField,
  toUncorrectedField,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import { findScoreSheet, putScoreSheetAside, saveScoreSheet } from '#server/scores/score-sheets/score-sheet-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { replaceResult } from './result-replacement.ts'
import { listClosingPlaces } from './results-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> & {
  notifyOfResult: ResultNotification
  /** Shows the stored leaderboard to the viewers of this process. */
  showStored: (tournamentId: number) => Promise<void>
}

type Outcome = { places: FinalPlaces[]; preview: ResultCorrectionPreview }

const maxShownEntries = 100

/** Puts results of ended tournaments right (docs/rules.md, 5.4): in one transaction, whatever else is active, or by reopening them. */
export function addResultCorrectionRoutes(
  server: HttpServer,
  { db, clock, notifyOfResult, eventBus, showStored }: Options,
): void {
  server.post(routePaths.adminReopen, {
    schema: {
      operationId: 'reopenTournament',
      summary: 'Makes an ended tournament active again',
      description: 'Its entries stay locked. A repeat changes nothing; 409 if another one is active.',
      errors: ['not-correctable', 'not-started', 'tournament-active'],
      params: tournamentParams,
      body: tournamentReopening,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { asksSource } = request.body
      const userId = callerId(request)
      const reopened = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        if (tournament.active) return tournament
        await requirePossible(trx, tournament, now)
        await setTournament(trx, tournamentId, { active: 1, cancelled_reason: null })
        await bumpTournamentVersion(trx, tournamentId)
        await forgetUnannouncedResults(trx, tournamentId)
        const sheet = await findScoreSheet(trx, tournamentId)
        if (asksSource && sheet?.inUse) await putScoreSheetAside(trx, tournamentId)
        else if (!asksSource && !sheet?.inUse) await keepScores(trx, tournament, userId, now)
        const details = { tournamentId, asksSource }
        await addAuditEntry(trx, { userId, action: 'tournament reopened', details }, now)
        return requireTournament(trx, tournamentId)
      })
      await eventBus.publish('tournament', tournamentId)
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
      description: 'The entries that would get another place, and how many people would be told.',
      response: { 200: resultCorrectionPreview },
    },
    handler: async (request) => {
      // It is made, and undone.
      const undone: { outcome?: Outcome } = {}
      const undo = new Error('A preview changes nothing.')
      await inLockedTournament({ db, clock }, request.params.tournamentId, async (trx, locked) => {
        undone.outcome = await apply(trx, locked, request.body, callerId(request))
        throw undo
      }).catch((error: unknown) => {
        if (error !== undo) throw error
      })
      if (!undone.outcome) throw undo
      return undone.outcome.preview
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
      const { places } = await inLockedTournament({ db, clock }, tournamentId, (trx, locked) =>
        apply(trx, locked, request.body, callerId(request)),
      )
      await showStored(tournamentId)
      await eventBus.publish('leaderboard', tournamentId)
      await eventBus.publish('tournament', tournamentId)
      return places
    },
  })

  async function apply(
    trx: Db,
    { tournament, now }: LockedTournament,
    { version, corrections, ended }: ResultCorrection,
    userId: number,
  ): Promise<Outcome> {
    const { id: tournamentId } = tournament
    const before = await findLeaderboard(trx, tournamentId)
    const stored = await listClosingPlaces(trx, tournamentId)
    if (tournament.active) throw new Problem('not-correctable', { detail: 'It has not ended: correct the golfers.' })
    if (!before) throw new Problem('not-correctable', { detail: 'It has no scores.' })
    if (stored.length === 0)
      throw new Problem('not-correctable', { detail: 'It was ended without places. Reopen it to give it some.' })
    const known = await listCorrections(trx, tournamentId)
    await endCorrections(trx, { tournamentId, userId, now }, ended)
    for (const correction of corrections) await makeCorrection(trx, { tournamentId, userId, now }, correction)
    const inForce = await listCorrections(trx, tournamentId)
    const preview = { version: before.message.version, changed: 0, entries: [], people: 0 }
    if (toIds(known) === toIds(inForce)) return { places: stored, preview }
    if (before.message.version !== version)
      throw new Problem('correction-changed', { detail: 'The result has been corrected. Look at the places again.' })

    const after = toCorrectedBoard(before, inForce, now)
    await saveLeaderboard(trx, tournamentId, after)
    const standings = await rankEntries(trx, tournament, after)
    const { places, people } = await replaceResult(trx, { tournament, standings }, { now, notifyOfResult })
    await bumpTournamentVersion(trx, tournamentId)
    const changes = listChanges(await rankEntries(trx, tournament, before), standings)
    const details = { tournamentId, changed: changes.changed }
    await addAuditEntry(trx, { userId, action: 'result corrected', details }, now)
    return { places, preview: { ...preview, ...changes, people } }
  }
}

function toIds(corrections: readonly StoredCorrection[]): string {
  return corrections.map(({ id }) => id).join()
}

function toCorrectedBoard(board: StoredLeaderboard, corrections: readonly StoredCorrection[], now: Date) {
  const { message, extras } = board
  const { corrected, uncorrected } = toCorrectedField(toUncorrectedField(board), corrections, message.source)
  const golfersScores = [...corrected.golfersScores]
  return {
    ...board,
    message: { ...message, version: message.version + 1, timeStamp: now.toISOString(), golfersScores },
    extras: { ...extras, uncorrected },
  }
}

/** The entries that get another place, the best first. */
function listChanges(before: Standings, after: Standings): Pick<ResultCorrectionPreview, 'changed' | 'entries'> {
  const rows = [...after.ranking.rowAtLine].filter((row) => placeOfRow(before, row) !== placeOfRow(after, row))
  const entries = rows.slice(0, maxShownEntries).map((row) => {
    const { displayName, position } = standingOfRow(after, row)
    return { name: displayName, before: standingOfRow(before, row).position, after: position }
  })
  return { changed: rows.length, entries }
}

async function requirePossible(trx: Db, tournament: TournamentRecord, now: Date): Promise<void> {
  if ((await listPlayers(trx, tournament.id)).length === 0)
    throw new Problem('not-correctable', { detail: 'It was imported, so it has no picks or scores.' })
  if (!(await observeStart(trx, tournament, now)))
    throw new Problem('not-started', { detail: 'It was ended before its start. Create it again.' })
  const active = await findActiveTournament(trx)
  if (active) throw new Problem('tournament-active', { detail: `${active.name} is active.` })
}

/** Scores by hand, which begin as the last ones, ask nobody (docs/rules.md, 7.7). */
async function keepScores(trx: Db, { id, espnId }: TournamentRecord, userId: number, now: Date): Promise<void> {
  const board = await findLeaderboard(trx, id)
  if (!board) return
  const document = toScoreDocument(toUncorrectedField(board), espnId, now.toISOString())
  const version = ((await findScoreSheet(trx, id))?.version ?? 0) + 1
  await saveScoreSheet(trx, id, { document, userId, version }, now)
}
