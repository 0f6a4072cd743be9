import type { Config } from '#server/config.ts'
import { openTableSnapshot } from '#server/db/table-snapshot.ts'
import { describePepper } from '#server/identity/accounts/pepper.ts'
import { writeBackupFile } from './backup-file.ts'

export type BackupReport = { rows: number; tables: number; hasPepper: boolean; entries: number }

/**
 * Writes a consistent snapshot of the database, and the pepper file, while the server may keep running. Throws if the file
 * exists or the database is empty.
 */
export async function makeBackup(
  config: Pick<Config, 'database' | 'dataFolder' | 'passwordPepper'>,
  path: string,
  now: Date,
): Promise<BackupReport> {
  const snapshot = await openTableSnapshot(config.database)
  try {
    const { migrations, tables, lastIds } = snapshot
    if (migrations.length === 0) throw new EmptyDatabaseError('The database is empty: there is nothing to back up.')
    const pepper = describePepper(config.database.kind, config) ?? null
    const counts = await writeBackupFile(
      path,
      { madeAt: now.toISOString(), migrations, pepper, tables, lastIds },
      snapshot.rows,
    )
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { rows, tables: tables.length, hasPepper: typeof pepper?.text === 'string', entries: counts['entries'] ?? 0 }
  } finally {
    await snapshot.close()
  }
}

/** The message is for the operator. */
export class EmptyDatabaseError extends Error {}
