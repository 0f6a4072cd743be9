import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

export type Clock = {
  /** This process's time: for expiry, intervals and logs. */
  now(): Date
  /**
   * Decides whether entries are open and picks are shown. Several processes on one PostgreSQL database must agree on it
   * to the instant, so there it is the database's time (docs/security.md, 12.1).
   */
  authoritativeNow(db: Db): Promise<Date>
}

export function createSystemClock(kind: Database['kind']): Clock {
  const now = () => new Date()
  return { now, authoritativeNow: kind === 'sqlite' ? async () => now() : databaseTime }
}

async function databaseTime(db: Db): Promise<Date> {
  // Not `now()`: that is when the transaction began, which can be before a start that passed while it waited for locks.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not return its time.')
  return row.now
}
