import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { TieDecision } from '#contract/tournament-contract.ts'
import type { PlayerProfile } from '#domain/field/field.ts'
import type { FinalPlaces } from '#domain/results/results.ts'
import { type Entry, noAnswers } from '#domain/tournament/tournament.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Db } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { countEntries, listEntries } from '../entries/entry-store.ts'
import { invalidField, Problem } from '../http/problem.ts'
import { findLeaderboard, saveScorecards } from '../leaderboard/leaderboard-store.ts'
import type { Scorecards } from '../leaderboard/scorecards.ts'
import type { Log } from '../log.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '../tournaments/tournament-start.ts'
import {
  bumpTournamentVersion,
  deleteTournament,
  listPlayers,
  setTournament,
  type TournamentRecord,
} from '../tournaments/tournament-store.ts'
import { type ResultAnnouncement, rankEntries, replaceResult } from './result-replacement.ts'
import { listClosingPlaces } from './results-store.ts'

/** Shown with the tournament when its organisers give no other reason. */
const nothingPlayed = 'Nothing was played.'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> & {
  scorecards: Scorecards
  announcement: ResultAnnouncement
  log: Log
}

/** Without a reason, it ends with places. */
type Ending = { organiserId: number; cancelledReason?: string; collected?: readonly PlayerProfile[] }

export type TournamentEnding = ReturnType<typeof createTournamentEnding>

/** Ends tournaments (docs/rules.md, 5.1). */
export function createTournamentEnding({ db, clock, scorecards, announcement, eventBus, log }: Options) {
  return {
    /**
     * Saves and returns the places by entry id. They come from the last leaderboard, whatever `submitted` says. Ending a
     * tournament again returns the same and changes nothing. Throws a problem if there is no such tournament, or `submitted`
     * contains other entries.
     */
    async end(tournamentId: number, submitted: readonly FinalPlaces[], organiserId: number): Promise<FinalPlaces[]> {
      const tournament = await requireTournament(db, tournamentId)
      requireOwnEntries(submitted, await listEntries(db, tournamentId))
      const collected = tournament.active ? await collectScorecards(tournament) : []
      const ended = await finish(tournamentId, { organiserId, collected })
      if (!ended) return listClosingPlaces(db, tournamentId)
      await yieldToEventLoop()
      logDifferences(tournamentId, submitted, ended)
      return ended
    },

    /** Ends a tournament without places. Throws a problem if it has ended with places, or there is no such tournament. */
    async cancel(tournamentId: number, cancelledReason: string, organiserId: number): Promise<TournamentRecord> {
      await finish(tournamentId, { organiserId, cancelledReason })
      const tournament = await requireTournament(db, tournamentId)
      if (!tournament.cancelledReason) throw new Problem('tournament-ended')
      return tournament
    },

    /**
     * Records the true answers, and who wins a shared first place, or removes that. Throws a problem if it has ended without
     * places, or if it has ended and nobody shares the first one.
     */
    async decide(tournamentId: number, decided: TieDecision, organiserId: number): Promise<TournamentRecord> {
      const after = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const isTied = tournament.active || tournament.decision !== undefined
        if (tournament.cancelledReason !== undefined || (!isTied && decided.decision !== ''))
          throw new Problem('no-tie')
        const { decision = '', trueAnswers = noAnswers } = tournament
        const { trueAnswers: known = trueAnswers } = decided
        if (decided.decision === decision && known.join() === trueAnswers.join()) return tournament
        const columns = { true_answers: JSON.stringify(known), ...(isTied && { decision: decided.decision }) }
        await setTournament(trx, tournamentId, columns)
        await bumpTournamentVersion(trx, tournamentId)
        const details = { tournamentId, ...decided }
        await addAuditEntry(trx, { userId: organiserId, action: 'tie decided', details }, now)
        return requireTournament(trx, tournamentId)
      })
      await eventBus.publish('tournament', tournamentId)
      return after
    },

    /** Deletes a cancelled tournament with its entries. Throws a problem if it is not cancelled, or there is none. */
    async delete(tournamentId: number, expectedName: string, organiserId: number): Promise<TournamentRecord> {
      const deleted = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        if (tournament.cancelledReason === undefined) throw new Problem('not-cancelled')
        const { name, espnId, start, cancelledReason: reason } = tournament
        if (name !== expectedName) throw invalidField('name', 'must be that of the tournament')
        const details = { name, espnId, start, reason, entries: await countEntries(trx, tournamentId) }
        await deleteTournament(trx, tournamentId)
        await addAuditEntry(trx, { userId: organiserId, action: 'tournament deleted', details }, now)
        return tournament
      })
      await eventBus.publish('tournament', tournamentId)
      return deleted
    },
  }

  /** Undefined if the tournament has ended already. */
  async function finish(tournamentId: number, { organiserId, cancelledReason, collected = [] }: Ending) {
    const ended = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
      if (!tournament.active) return undefined
      const board = await findPlayedBoard(trx, tournament, now)
      const reason = board ? cancelledReason : (cancelledReason ?? nothingPlayed)
      const standings = board && reason === undefined ? await rankEntries(trx, tournament, board) : null
      const { places } = await replaceResult(trx, { tournament, standings, reason }, { now, announcement })
      await saveScorecards(trx, tournamentId, collected)
      await setTournament(trx, tournamentId, { active: 0, cancelled_reason: reason ?? null })
      await bumpTournamentVersion(trx, tournamentId)
      const details = { tournamentId, entries: places.length, scorecards: collected.length, reason }
      await addAuditEntry(trx, { userId: organiserId, action: 'tournament ended', details }, now)
      return places
    })
    if (ended) await eventBus.publish('tournament', tournamentId)
    return ended
  }

  async function collectScorecards(tournament: TournamentRecord): Promise<PlayerProfile[]> {
    const board = await findPlayedBoard(db, tournament, await clock.authoritativeNow(db))
    // Other sources have none.
    if (board?.message.source.kind !== 'feed') return []
    const espnIds = await listPickedGolfers(db, tournament.id)
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

async function listPickedGolfers(db: Db, tournamentId: number): Promise<Set<string>> {
  const picked = new Set(
    (await listEntries(db, tournamentId)).flatMap(({ selections }) => selections.map(({ playerId }) => playerId)),
  )
  const players = await listPlayers(db, tournamentId)
  return new Set(players.filter(({ id }) => picked.has(id)).map(({ espnId }) => espnId))
}
