import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/final-places.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { Db } from '../db/database.ts'
import { readPool } from '../entries/read-pool.ts'
import type { StoredLeaderboard } from '../leaderboard/leaderboard-store.ts'
import type { TournamentRecord } from '../tournaments/tournament-store.ts'
import { listClosingPlaces, saveResults } from './results-store.ts'

export type Result = {
  readonly tournament: TournamentRecord
  /** Null without places. */
  readonly standings: Standings | null
  /** Why there are no places. */
  readonly reason?: string | undefined
}

/** Tells everyone who was sent a result that it has changed, once for each `now`, and returns how many they are. */
export type ResultAnnouncement = (trx: Db, result: Result, now: Date) => Promise<number>

/** The standings that a leaderboard gives. */
export async function rankEntries(
  db: Db,
  tournament: TournamentRecord,
  { message }: Pick<StoredLeaderboard, 'message'>,
): Promise<Standings> {
  const pool = await readPool(db, tournament)
  await yieldToEventLoop()
  const standings = scorePool(pool, message)
  await yieldToEventLoop()
  return standings
}

/** Saves the places, and tells those who were sent others. Call it in a transaction that has locked the tournament. */
export async function replaceResult(
  trx: Db,
  result: Result,
  { now, announcement }: { now: Date; announcement: ResultAnnouncement },
): Promise<{ places: FinalPlaces[]; people: number }> {
  const { tournament, standings } = result
  const places = standings ? toFinalPlaces(standings).toSorted((a, b) => a.entryId - b.entryId) : []
  const before = await listClosingPlaces(trx, tournament.id)
  await saveResults(trx, tournament.id, places)
  const isChanged = JSON.stringify(before) !== JSON.stringify(places)
  const people = before.length > 0 && isChanged ? await announcement(trx, result, now) : 0
  return { places, people }
}
