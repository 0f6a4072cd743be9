import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Log } from '#server/log.ts'
import { isStorageFailure } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** Larger than the space that a full disk may still have in the last block of the log. */
const probeBytes = 64 * 1024

/**
 * Whether the database can be used. After a write failed for lack of storage, the database counts as unusable until a probe
 * has been written, so that readiness does not flap with every small write that happens to fit.
 */
export function createStorageCheck(log: Log | undefined) {
  let isFailing = false

  return {
    noteFailure(error: unknown): void {
      if (isFailing || !isStorageFailure(error)) return
      isFailing = true
      log?.error({ err: error }, 'the database cannot be written')
    },

    async check(db: Kysely<Tables>): Promise<void> {
      await sql`select 1 from migrations limit 1`.execute(db)
      if (!isFailing) return
      const probe = { id: 1, content: randomBytes(probeBytes).toString('base64') }
      await db
        .insertInto('storage_probes')
        .values(probe)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(probe))
        .execute()
      isFailing = false
      log?.info('the database can be written again')
    },
  }
}
