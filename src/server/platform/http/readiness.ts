import { type Clock, ClockChangedError } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Problem } from './problem.ts'

/** A larger difference from the deciding clock would open or close entries wrongly (docs/security.md, 12.1). */
export const maxClockSkewMs = 5000

/** Rejects if this process cannot serve requests: behind `/readyz` and `player_pool_ready`; `doctor` makes the same checks. */
export async function requireReady({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  try {
    await database.check()
  } catch (cause) {
    throw new Problem('unavailable', { retryAfterSeconds: 2, cause })
  }
  // A clock in doubt does not make the server unready: it serves everything that needs no deciding time.
  const deciding = await clock.authoritativeNow(database.db).catch((error: unknown) => {
    if (error instanceof ClockChangedError) return error.reading
    throw error
  })
  const skewMs = Math.abs(deciding.getTime() - clock.now().getTime())
  if (skewMs > maxClockSkewMs) {
    throw new Problem('unavailable', {
      detail: 'The server and database clocks are out of sync.',
      retryAfterSeconds: 30,
    })
  }
}
