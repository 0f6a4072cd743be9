import type { Db } from '../db/database.ts'

/** The cached copy of another server's data, shared by all processes. */
export type SourceCopy = {
  /** JSON; null until the first success. */
  readonly body: string | null
  readonly fetchedAt: string | null
  /** Why the last request failed; null if it succeeded. */
  readonly failure: string | null
}

export async function findSourceCopy(db: Db, source: string): Promise<SourceCopy | undefined> {
  const row = await db.selectFrom('source_copies').selectAll().where('source', '=', source).executeTakeFirst()
  return row && { body: row.body, fetchedAt: row.fetched_at, failure: row.failure }
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

/** The next request is allowed at `next`. */
export async function saveSourceCopy(db: Db, source: string, body: string, now: Date, next: Date): Promise<void> {
  await db
    .updateTable('source_copies')
    .set({ body, fetched_at: now.toISOString(), failure: null, next_request: next.toISOString() })
    .where('source', '=', source)
    .execute()
}

/** Keeps the last copy. */
export async function saveSourceFailure(db: Db, source: string, failure: string, next: Date): Promise<void> {
  await db
    .updateTable('source_copies')
    .set({ failure, next_request: next.toISOString() })
    .where('source', '=', source)
    .execute()
}

/** Makes every source due. The copies are kept until a response arrives. */
export async function expireSourceCopies(db: Db): Promise<void> {
  await db.updateTable('source_copies').set({ next_request: '' }).execute()
}
