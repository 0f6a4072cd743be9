import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

export type Clock = {
  /** This process's time: for expiry, intervals and logs. */
  now(): Date
  /**
   * Decides whether entries are open and picks are shown. Several processes on one PostgreSQL database must agree on it
   * to the instant, so there it is the database's time. Rejects with `ClockChangedError` while that time is in doubt
   * (docs/security.md, 12.1).
   */
  authoritativeNow(db: Db): Promise<Date>
}

/** The deciding clock has jumped, and its new time has not held for long enough to be believed. */
export class ClockChangedError extends Error {
  readonly reading: Date

  constructor(reading: Date) {
    super(
      'The server’s clock has changed. Nothing is decided until the new time has held for a minute. Try again then.',
    )
    this.reading = reading
  }
}

/** The time that the clock would show without the jump, and what it shows. */
export type ClockChange = { expected: Date; shown: Date }

type Options = {
  /** Called when a jump has been accepted. */
  onChange?: (change: ClockChange) => void
  now?: () => Date
  /** Milliseconds of a clock that nobody can set. */
  monotonicNow?: () => number
}

const maxJumpMs = 60_000
const settlingMs = 60_000

/** The clocks of a process. The deciding one is compared with the process's monotonic clock at every reading. */
export function createSystemClock(kind: Database['kind'], options: Options = {}): Clock {
  const { onChange, now = () => new Date(), monotonicNow = () => performance.now() } = options
  const read = kind === 'sqlite' ? async () => now() : databaseTime
  /** Wall time minus monotonic time: changes only when the clock is set, or the machine was suspended. */
  let offset: number | undefined
  let doubt: { offset: number; since: number } | undefined

  return {
    now,
    async authoritativeNow(db) {
      const shown = await read(db)
      const elapsed = monotonicNow()
      const measured = shown.getTime() - elapsed
      const isNear = (other: number) => Math.abs(measured - other) <= maxJumpMs
      offset ??= measured
      if (!isNear(offset)) {
        if (!doubt || !isNear(doubt.offset)) doubt = { offset: measured, since: elapsed }
        if (elapsed - doubt.since < settlingMs) throw new ClockChangedError(shown)
        onChange?.({ expected: new Date(elapsed + offset), shown })
      }
      offset = measured
      doubt = undefined
      return shown
    },
  }
}

async function databaseTime(db: Db): Promise<Date> {
  // Not `now()`: that is when the transaction began, which can be before a start that passed while it waited for locks.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not return its time.')
  return row.now
}
