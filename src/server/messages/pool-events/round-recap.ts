import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Pool } from '#domain/entries/pool.ts'
import type { BoardRecord } from '#domain/history/board-history.ts'
import { createLeadClock } from '#domain/history/lead-clock.ts'
import { createRecap, listRoundEnds, type Recap } from '#domain/history/recap.ts'
import { createReplay } from '#domain/history/replay.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listRecords } from '#server/scores/leaderboard/leaderboard-store.ts'

/** The recap of a round from the recorded versions; null if they do not have its end. */
export async function readRecap(db: Db, pool: Pool, round: number): Promise<Recap | null> {
  const records = await listRecords(db, pool.tournament.id)
  const replay = createReplay(records.map((record) => JSON.parse(record) as BoardRecord))
  for (const _ of replay.prepare()) await yieldToEventLoop()
  const ends = listRoundEnds(replay)
  const lead = createLeadClock(pool, replay, ends)
  for (const _ of lead.measure()) await yieldToEventLoop()
  return createRecap(pool, ends, round, lead.times)
}
