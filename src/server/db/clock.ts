import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

export type Clock = {
  /** The time of this process: for expiry, intervals and logs. */
  now(): Date
  /**
   * The time that decides whether entries are open and picks are shown. Several processes on one database must
   * agree on it to the instant, so there it is the database's own.
   */
  authoritativeNow(db: Db): Promise<Date>
}

export function createSystemClock(kind: Database['kind']): Clock {
  const now = () => new Date()
  return { now, authoritativeNow: kind === 'sqlite' ? async () => now() : databaseTime }
}

async function databaseTime(db: Db): Promise<Date> {
  // Not `now()`: that is when the transaction began, which may be before the start it has waited past.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not return its time.')
  return row.now
}
