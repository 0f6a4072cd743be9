import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import {
  cancellationReach,
  tieDecision,
  tournamentCancellation,
  tournamentDeletion,
  tournamentSummary,
} from '#contract/tournament-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { countPicks } from '#domain/entries/pool.ts'
import type { PlayerProfile } from '#domain/field/field.ts'
import type { FinalPlaces } from '#domain/results/results.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import type { CancellationNotices, ResultNotification } from '#server/messages/notifications/results.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { countEntries, listEntries } from '#server/pool/entries/entry-store.ts'
import { readPool } from '#server/pool/entries/read-pool.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { changeTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  deleteTournament,
  setTournament,
  type TournamentRecord,
  toSummary,
} from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard, saveScorecards } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import type { Scorecards } from '#server/scores/leaderboard/scorecards.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { replaceResult } from './result-replacement.ts'
import { listClosingPlaces } from './results-store.ts'
import { decideTie } from './tie-decision.ts'

/** Shown with the tournament when its organisers give no other reason. */
const nothingPlayed = 'Nothing was played.'

type Options = EditorServices & {
  scorecards: Scorecards
  notifyOfResult: ResultNotification
  cancellation: CancellationNotices
  log: Log
}

/** How a tournament ends. Without `cancelledReason`, it ends with places. */
type Ending = { organiserId: number; cancelledReason?: string; collected?: readonly PlayerProfile[] }

/** Enough for the places of 100,000 entries. */
const maxClosingBytes = 4 * 2 ** 20

/** Ends tournaments (docs/rules.md, 5.1). */
export function addEndingRoutes(
  server: HttpServer,
  { scorecards, notifyOfResult, cancellation, log, ...services }: Options,
): void {
  const { db, clock } = services
  server.post(routePaths.tournamentEnd, {
    bodyLimit: maxClosingBytes,
    schema: {
      operationId: 'endTournament',
      summary: 'Ends a tournament',
      description:
        'With the places of its last leaderboard. Submitted places are only compared with the computed ones. A repeat changes nothing.',
      params: tournamentParams,
      body: finalPlaces,
      response: { 200: finalPlaces },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const tournament = await requireTournament(db, tournamentId)
      requireOwnEntries(request.body, await listEntries(db, tournamentId))
      const collected = tournament.active ? await collectScorecards(tournament) : []
      const ended = await finish(tournamentId, { organiserId: callerId(request), collected })
      if (!ended) return listClosingPlaces(db, tournamentId)
      await yieldToEventLoop()
      logDifferences(tournamentId, request.body, ended)
      return ended
    },
  })

  server.get(routePaths.adminCancel, {
    schema: {
      operationId: 'previewCancellation',
      summary: 'How many people the news of a cancellation would reach',
      description: '409 if it has ended.',
      errors: ['tournament-ended'],
      params: tournamentParams,
      response: { 200: cancellationReach },
    },
    handler: async (request) => {
      const tournament = await requireTournament(db, request.params.tournamentId)
      if (!tournament.active) throw new Problem('tournament-ended')
      const now = await clock.authoritativeNow(db)
      return { reach: await cancellation.findReach(db, tournament, now) }
    },
  })

  server.post(routePaths.adminCancel, {
    schema: {
      operationId: 'cancelTournament',
      summary: 'Ends a tournament without places',
      description: 'It counts in no results. A repeat changes nothing; 409 if it has ended with places.',
      errors: ['tournament-ended'],
      params: tournamentParams,
      body: tournamentCancellation,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      await finish(tournamentId, { organiserId: callerId(request), cancelledReason: request.body.reason })
      const tournament = await requireTournament(db, tournamentId)
      if (!tournament.cancelledReason) throw new Problem('tournament-ended')
      return toSummary(tournament)
    },
  })

  server.post(routePaths.adminDecision, {
    schema: {
      operationId: 'decideTie',
      summary: 'Says what decides ties',
      description:
        'The true answers, and in words who wins a shared first place. The places stay shared. After the end, those who were sent a result that says something else are told.',
      errors: ['no-tie', 'not-started', 'tournament-imported'],
      params: tournamentParams,
      body: tieDecision,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { body } = request
      const decidedTournament = await changeTournament(services, tournamentId, (trx, locked) =>
        decideTie(trx, locked, body, { userId: callerId(request), notifyOfResult }),
      )
      return toSummary(decidedTournament)
    },
  })

  server.post(routePaths.adminDelete, {
    schema: {
      operationId: 'deleteTournament',
      summary: 'Deletes a cancelled tournament',
      description: 'With its golfers, entries and invitations. 409 unless it ended without places.',
      errors: ['not-cancelled'],
      params: tournamentParams,
      body: tournamentDeletion,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const deleted = await changeTournament(services, tournamentId, async (trx, { tournament, now }) => {
        if (tournament.cancelledReason === undefined) throw new Problem('not-cancelled')
        const { name, espnId, start, cancelledReason: reason } = tournament
        if (name !== request.body.name) throw invalidField('name', 'must be that of the tournament')
        const details = { name, espnId, start, reason, entries: await countEntries(trx, tournamentId) }
        await deleteTournament(trx, tournamentId)
        await addAuditEntry(trx, { userId: callerId(request), action: 'tournament deleted', details }, now)
        return tournament
      })
      return toSummary(deleted)
    },
  })

  /** Undefined if the tournament has ended already. */
  function finish(tournamentId: number, { organiserId, cancelledReason, collected = [] }: Ending) {
    return changeTournament(services, tournamentId, async (trx, { tournament, now }) => {
      if (!tournament.active) return undefined
      const board = await findPlayedBoard(trx, tournament, now)
      const reason = board ? cancelledReason : (cancelledReason ?? nothingPlayed)
      const standings = board && reason === undefined ? await rankEntries(trx, tournament, board) : null
      const places = await replaceResult(
        trx,
        { tournament, standings, reason },
        { now, notifyOfResult, userId: organiserId },
      )
      await saveScorecards(trx, tournamentId, collected)
      await setTournament(trx, tournamentId, { active: 0, cancelled_reason: reason ?? null })
      await bumpTournamentVersion(trx, tournamentId)
      const details = { tournamentId, entries: places.length, scorecards: collected.length, reason }
      await addAuditEntry(trx, { userId: organiserId, action: 'tournament ended', details }, now)
      return places
    })
  }

  async function collectScorecards(tournament: TournamentRecord): Promise<PlayerProfile[]> {
    const board = await findPlayedBoard(db, tournament, await clock.authoritativeNow(db))
    // Other sources have none.
    if (board?.message.source.kind !== 'feed') return []
    const picked = [...countPicks(await readPool(db, tournament))].filter(([, count]) => count > 0)
    const espnIds = new Set(picked.map(([espnId]) => espnId))
    const collected = await scorecards.collect(tournament, board, espnIds)
    const missing = espnIds.size - collected.length
    if (missing > 0) log.warn({ tournamentId: tournament.id, missing }, 'some scorecards could not be saved')
    return collected
  }

  /** The browser may have used an older leaderboard, or someone tampered with the places. */
  function logDifferences(tournamentId: number, submitted: readonly FinalPlaces[], saved: readonly FinalPlaces[]) {
    const submittedPlaces = new Map(submitted.map(({ entryId, places }) => [entryId, places.join()]))
    const differing = saved.filter(({ entryId, places }) => submittedPlaces.get(entryId) !== places.join()).length
    const extra = submitted.length - saved.filter(({ entryId }) => submittedPlaces.has(entryId)).length
    if (differing + extra === 0) return
    log.warn({ tournamentId, differing, extra }, 'the submitted places differ from the computed ones')
  }
}

function requireOwnEntries(submitted: readonly FinalPlaces[], entries: readonly Entry[]): void {
  const remaining = new Set(entries.map(({ id }) => id))
  const fields = submitted.flatMap(({ entryId }, index) =>
    // Duplicates are refused as well.
    remaining.delete(entryId)
      ? []
      : [{ field: `${index}.entryId`, message: 'must be an entry of this tournament, listed once' }],
  )
  if (fields.length > 0) throw new Problem('validation-failed', { fields: fields.slice(0, 20) })
}

/** Undefined if nothing has been played, because everyone would be first. */
async function findPlayedBoard(db: Db, tournament: TournamentRecord, now: Date) {
  if (!(await observeStart(db, tournament, now))) return undefined
  const board = await findLeaderboard(db, tournament.id)
  return board?.message.golfersScores.some(({ total }) => total > 0) ? board : undefined
}
