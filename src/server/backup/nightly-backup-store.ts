import type { BackupStatus } from '#contract/admin-contract.ts'
import type { Db } from '../db/database.ts'
import type { NightlyBackupTable } from '../db/tables/system-tables.ts'

const id = 1

/** The last nightly backup; its columns are null before the first. */
export async function findNightlyBackup(db: Db): Promise<NightlyBackupTable | undefined> {
  return db.selectFrom('nightly_backups').selectAll().where('id', '=', id).executeTakeFirst()
}

/** After a failure, only the reason: the last backup is still there. */
export async function saveNightlyBackup(
  db: Db,
  changes: Partial<Omit<NightlyBackupTable, 'id'>> & { failure: string | null },
): Promise<void> {
  await db
    .insertInto('nightly_backups')
    .values({ id, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

/** After a restore: the file may be on another machine. */
export async function forgetNightlyBackup(db: Db): Promise<void> {
  await db.deleteFrom('nightly_backups').execute()
}

/** `isOn`: whether the settings ask for nightly backups. */
export function toBackupStatus(row: NightlyBackupTable | undefined, isOn: boolean): BackupStatus {
  const { made_at: madeAt, bytes, users, failure } = row ?? {}
  const last = madeAt ? { madeAt, bytes: bytes ?? 0, users: users ?? 0 } : null
  return { isOn, last, failure: failure ?? null }
}
