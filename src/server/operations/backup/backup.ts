import { existsSync } from 'node:fs'
import { MissingPoolError } from '#server/platform/db/migrated-database.ts'
import { openTableSnapshot } from '#server/platform/db/table-snapshot.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { describePepper } from '#server/sign-in/accounts/pepper.ts'
import { writeBackupFile } from './backup-file.ts'

export type BackupReport = { rows: number; tables: number; hasPepper: boolean; users: number; entries: number }

/** Where people reach this server: a restored pool may have another address. */
const ofTheServer: keyof Tables = 'server_addresses'

/**
 * Writes a consistent snapshot of the database, and the pepper file, while the server may keep running. Throws if the file
 * exists or there is no pool. The pool can be of an earlier or later version.
 */
export async function makeBackup(
  config: Pick<Config, 'database' | 'dataFolder' | 'passwordPepper'>,
  path: string,
  now: Date,
): Promise<BackupReport> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) throw new MissingPoolError(database)
  const snapshot = await openTableSnapshot(database)
  try {
    const { migrations, lastIds } = snapshot
    const tables = snapshot.tables.filter(({ name }) => name !== ofTheServer)
    if (migrations.length === 0) throw new MissingPoolError(database)
    const pepper = describePepper(database.kind, config) ?? null
    const counts = await writeBackupFile(
      path,
      { madeAt: now.toISOString(), migrations, pepper, tables, lastIds },
      snapshot.rows,
    )
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      rows,
      tables: tables.length,
      hasPepper: typeof pepper?.text === 'string',
      users: counts['users'] ?? 0,
      entries: counts['entries'] ?? 0,
    }
  } finally {
    await snapshot.close()
  }
}
