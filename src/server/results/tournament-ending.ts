import type { Kysely } from 'kysely'
import { type ClosingPlaces, placesForClosing } from '#domain/closing.ts'
import type { PlayerProfile } from '#domain/field.ts'
import { createPool } from '#domain/pool.ts'
import { scorePool } from '#domain/standings.ts'
import { type Entry, hasStarted } from '#domain/tournament.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Db, inRepeatedTransaction } from '../db/database.ts'
import type { News } from '../db/news.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../http/problem.ts'
import { findLeaderboard, type StoredLeaderboard } from '../leaderboard/leaderboard-store.ts'
import { saveScorecards } from '../leaderboard/scorecard-store.ts'
import type { Scorecards } from '../leaderboard/scorecards.ts'
import type { Log } from '../log.ts'
import { listEntries } from '../tournaments/entry-store.ts'
import {
  deactivateTournament,
  findTournament,
  listPlayers,
  lockTournament,
  type TournamentRecord,
  touchTournament,
} from '../tournaments/tournament-store.ts'
import { listClosingPlaces, saveResults } from './results-store.ts'

type Options = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'deciding'>
  scorecards: Scorecards
  news: Pick<News, 'publish'>
  log: Log
}

export type TournamentEnding = ReturnType<typeof createTournamentEnding>

/** Ends tournaments (decisions, section 6). */
export function createTournamentEnding({ db, clock, scorecards, news, log }: Options) {
  return {
    /**
     * The places that are kept, by entry id: those of the last leaderboard, whatever `sent` says. Ending it again
     * answers the same and changes nothing. Throws a problem when there is no such tournament, or `sent` is not about it.
     */
    async end(
      tournamentId: number,
      sent: readonly ClosingPlaces[],
      organiserId: number,
    ): Promise<ClosingPlaces[]> {
      const tournament = await findTournament(db, tournamentId)
      if (!tournament) throw new Problem('not-found', { detail: 'There is no such tournament.' })
      requireOwnEntries(sent, await listEntries(db, tournamentId))
      const cards = tournament.active ? await collectCards(tournament) : []
      const ended = await inRepeatedTransaction(db, async (trx) => {
        const locked = await lockTournament(trx, tournamentId)
        if (!locked?.active) return undefined
        const now = await clock.deciding(trx)
        const places = await computePlaces(trx, locked, now)
        await saveResults(trx, tournamentId, places)
        await saveScorecards(trx, tournamentId, cards)
        await deactivateTournament(trx, tournamentId)
        await touchTournament(trx, tournamentId)
        const details = { tournamentId, entries: places.length, scorecards: cards.length }
        await addAuditEntry(trx, { userId: organiserId, action: 'tournament ended', details }, now)
        return places
      })
      if (!ended) return listClosingPlaces(db, tournamentId)
      tellDifferences(tournamentId, sent, ended)
      await news.publish('tournament', tournamentId)
      return ended
    },
  }

  async function collectCards(tournament: TournamentRecord): Promise<PlayerProfile[]> {
    const board = await findPlayedBoard(db, tournament, await clock.deciding(db))
    if (!board) return []
    const espnIds = await listPicked(db, tournament.id)
    const cards = await scorecards.collect(tournament, board, espnIds)
    const missing = espnIds.size - cards.length
    if (missing > 0) log.warn({ tournamentId: tournament.id, missing }, 'scorecards could not be kept')
    return cards
  }

  /** What the browser computed and we did not: it may have seen an older leaderboard, or have been tampered with. */
  function tellDifferences(
    tournamentId: number,
    sent: readonly ClosingPlaces[],
    kept: readonly ClosingPlaces[],
  ): void {
    const told = new Map(sent.map(({ entryId, places }) => [entryId, places.join()]))
    const differing = kept.filter(({ entryId, places }) => told.get(entryId) !== places.join()).length
    const superfluous = sent.length - kept.filter(({ entryId }) => told.has(entryId)).length
    if (differing + superfluous === 0) return
    log.warn(
      { tournamentId, differing, superfluous },
      'the places that were sent are not those that are kept',
    )
  }
}

function requireOwnEntries(sent: readonly ClosingPlaces[], entries: readonly Entry[]): void {
  const left = new Set(entries.map(({ id }) => id))
  const fields = sent.flatMap(({ entryId }, index) =>
    // Also one that is named a second time.
    left.delete(entryId)
      ? []
      : [{ field: `${index}.entryId`, message: 'must be an entry of the tournament, once' }],
  )
  if (fields.length > 0) throw new Problem('validation-failed', { fields: fields.slice(0, 20) })
}

async function computePlaces(trx: Db, tournament: TournamentRecord, now: Date): Promise<ClosingPlaces[]> {
  const board = await findPlayedBoard(trx, tournament, now)
  if (!board) return []
  const players = await listPlayers(trx, tournament.id)
  const entries = await listEntries(trx, tournament.id)
  const standings = scorePool(createPool({ ...tournament, players, entries }), board.message)
  return placesForClosing(standings).toSorted((a, b) => a.entryId - b.entryId)
}

/** Undefined when nothing was played: then there is nothing to rank, and everybody would be first. */
async function findPlayedBoard(
  db: Db,
  tournament: TournamentRecord,
  now: Date,
): Promise<StoredLeaderboard | undefined> {
  if (!hasStarted(tournament, now)) return undefined
  const board = await findLeaderboard(db, tournament.id)
  return board?.message.golfersScores.some(({ total }) => total > 0) ? board : undefined
}

async function listPicked(db: Db, tournamentId: number): Promise<Set<string>> {
  const picked = new Set(
    (await listEntries(db, tournamentId)).flatMap(({ selections }) =>
      selections.map(({ playerId }) => playerId),
    ),
  )
  const players = await listPlayers(db, tournamentId)
  return new Set(players.filter(({ id }) => picked.has(id)).map(({ espnId }) => espnId))
}
