import type { Updateable } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/**
 * The cached copy of another server's data, shared by all processes. `body`: JSON, null until the first success; `failure`: why
 * the last request failed, null if it succeeded.
 */
export function findSourceCopy(db: Db, source: string) {
  return db.selectFrom('source_copies').selectAll().where('source', '=', source).executeTakeFirst()
}

/** Claims the source for this process until `until`. Returns false if no request is due or another process has the claim. */
export async function claimSource(db: Db, source: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('source_copies')
    .values({ source, body: null, fetched_at: null, failure: null, next_request: until.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('source')
        .doUpdateSet({ next_request: until.toISOString() })
        .where('source_copies.next_request', '<=', now.toISOString()),
    )
    .returning('source')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The next request is allowed at `next_request`. What is left out stays. */
export async function changeSourceCopy(
  db: Db,
  source: string,
  copy: Updateable<Tables['source_copies']>,
): Promise<void> {
  await db.updateTable('source_copies').set(copy).where('source', '=', source).execute()
}

/** Makes every source due. The copies are kept until a response arrives. */
export async function expireSourceCopies(db: Db): Promise<void> {
  await db.updateTable('source_copies').set({ next_request: '' }).execute()
}
