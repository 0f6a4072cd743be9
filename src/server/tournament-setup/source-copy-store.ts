import type { Db } from '../db/database.ts'

/** The last copy of another server's data, shared by all processes. */
export type SourceCopy = {
  /** JSON; null until there has been one. */
  readonly body: string | null
  readonly fetchedAt: string | null
  /** Why the last request failed; null if it did not. */
  readonly failure: string | null
}

export async function findSourceCopy(db: Db, source: string): Promise<SourceCopy | undefined> {
  const row = await db.selectFrom('source_copies').selectAll().where('source', '=', source).executeTakeFirst()
  return row && { body: row.body, fetchedAt: row.fetched_at, failure: row.failure }
}

/** Whether this process may ask the source now. Until `until` it is the only one. */
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

/** The next request is allowed at `next`. */
export async function saveSourceCopy(db: Db, source: string, body: string, now: Date, next: Date): Promise<void> {
  await db
    .updateTable('source_copies')
    .set({ body, fetched_at: now.toISOString(), failure: null, next_request: next.toISOString() })
    .where('source', '=', source)
    .execute()
}

/** The last copy stays. */
export async function saveSourceFailure(db: Db, source: string, failure: string, next: Date): Promise<void> {
  await db
    .updateTable('source_copies')
    .set({ failure, next_request: next.toISOString() })
    .where('source', '=', source)
    .execute()
}

/** Every source may be asked at once. The copies stay until a response has arrived. */
export async function expireSourceCopies(db: Db): Promise<void> {
  await db.updateTable('source_copies').set({ next_request: '' }).execute()
}
