import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

const id = 1

/** The last nightly backup that was written, and why the last attempt failed, if it did. */
export async function findNightlyBackup(db: Db) {
  const row = await db.selectFrom('nightly_backups').selectAll().where('id', '=', id).executeTakeFirst()
  const { file, made_at: madeAt, bytes, users, failure } = row ?? {}
  return { last: madeAt ? { madeAt, file, bytes: bytes ?? 0, users: users ?? 0 } : null, failure: failure ?? null }
}

/** Saves a backup, or only the reason of a failure: the last backup is still there. */
export async function saveNightlyBackup(
  db: Db,
  changes: Partial<Tables['nightly_backups']> & { failure: string | null },
): Promise<void> {
  const insert = db.insertInto('nightly_backups').values({ ...changes, id })
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(changes)).execute()
}

/** Forgets the last backup after a restore, because the file may be on another machine. */
export async function forgetNightlyBackup(db: Db): Promise<void> {
  await db.deleteFrom('nightly_backups').execute()
}
