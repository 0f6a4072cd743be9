import { existsSync, rmSync } from 'node:fs'
import { cancelUnsent } from '#server/delivery/outbox/outbox-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { applyMissing, createTablesOf, lockMigrations, requireRestorable } from '#server/platform/db/migrate.ts'
import { insertRows, listTables, setLastId } from '#server/platform/db/table-restore.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { describePepper, toPepperFile, writePepper } from '#server/sign-in/accounts/pepper.ts'
import { BackupFileError, type BackupHeader, type BackupRows, readBackupFile } from './backup-file.ts'
import { forgetNightlyBackup } from './nightly-backup-store.ts'

type Settings = Pick<Config, 'database' | 'dataFolder' | 'passwordPepper'>

/** The target has data. The message is for the operator. */
export class TargetNotEmptyError extends Error {}

/**
 * Restores a backup into an empty database, and the pepper file; all or nothing. Queued emails are given up unless
 * `sendQueued`: they may have been sent since, and a copy of a pool must not email its people. Returns what was restored, and the
 * operator's remaining steps.
 */
export async function restoreBackup(
  settings: Settings,
  path: string,
  { sendQueued, now }: { sendQueued: boolean; now: Date },
) {
  return readBackupFile(path, async (header, batches) => {
    requireRestorable(header.migrations)
    const advice = checkPepper(settings, header)
    const { database: config } = settings
    const isNewFile = config.kind === 'sqlite' && !existsSync(config.file)
    const database = openDatabase(config)
    let isDone = false
    let hasWrittenPepper = false
    try {
      const counts = await database.withoutTimeLimits((db) =>
        inTransaction(db, async (trx) => {
          await lockMigrations(trx, config.kind)
          await requireEmpty(await listTables(trx, config.kind), config)
          await createTablesOf(trx, config.kind, header.migrations)
          const count = await insertAll(trx, batches)
          await applyMissing(trx, config.kind)
          for (const [table, id] of Object.entries(header.lastIds)) await setLastId(trx, config.kind, table, id)
          const cancelledEmails = sendQueued ? 0 : await cancelUnsent(trx, 'restored from a backup')
          await forgetNightlyBackup(trx)
          const details = { madeAt: header.madeAt }
          await addAuditEntry(trx, { userId: null, action: 'backup restored', details }, now)
          hasWrittenPepper ||= restorePepper(settings, header)
          return { rows: count, cancelledEmails }
        }),
      )
      isDone = true
      return { madeAt: header.madeAt, ...counts, advice }
    } finally {
      await database.close()
      if (!isDone && hasWrittenPepper) rmSync(toPepperFile(settings.dataFolder))
      if (!isDone && isNewFile) removeSqliteFile(config.file)
    }
  })
}

async function insertAll(trx: Parameters<typeof insertRows>[0], batches: AsyncIterable<BackupRows>): Promise<number> {
  let count = 0
  for await (const { table, rows: batch } of batches) {
    await insertRows(trx, table.name, table.columns, batch).catch(toFileError)
    count += batch.length
  }
  return count
}

/** A file can be complete and yet hold rows that no backup has. */
function toFileError(error: unknown): never {
  if (!(error instanceof Error) || isDatabaseUnavailable(error)) throw error
  throw new BackupFileError(`its rows do not fit the tables (${error.message})`)
}

async function requireEmpty(tables: readonly string[], config: Settings['database']): Promise<void> {
  if (tables.length === 0) return
  throw new TargetNotEmptyError(
    config.kind === 'sqlite'
      ? `${config.file} is not empty. Stop the server and move it away, together with the files that end in -wal and -shm.`
      : 'The database in DATABASE_URL is not empty. Create a new database and set DATABASE_URL to it.',
  )
}

/** Throws if the pepper file differs. Returns the operator's remaining steps for the pepper. */
function checkPepper(settings: Settings, { pepper }: BackupHeader): string[] {
  if (!pepper) return []
  const file = toPepperFile(settings.dataFolder)
  const { kind } = settings.database
  const own = describePepper('sqlite', settings)
  if (own?.id === pepper.id) return kind === 'postgres' && own.text !== null ? [setPepperOf(file)] : []
  if (settings.passwordPepper !== null || pepper.text === null)
    return [
      'Set PASSWORD_PEPPER to the value it had when the backup was made: with any other value, no password is accepted.',
    ]
  if (own)
    throw new TargetNotEmptyError(
      `${file} is not empty: it belongs to another pool. Move it away if it is no longer needed.`,
    )
  return kind === 'postgres' ? [setPepperOf(file)] : []
}

function setPepperOf(file: string): string {
  return `Set PASSWORD_PEPPER to the text in ${file} before you start the server: PostgreSQL reads no pepper file.`
}

/** Returns false if there is nothing to write. */
function restorePepper(settings: Settings, { pepper }: BackupHeader): boolean {
  if (typeof pepper?.text !== 'string' || settings.passwordPepper !== null) return false
  const file = toPepperFile(settings.dataFolder)
  if (existsSync(file)) return false
  writePepper(file, pepper.text)
  return true
}

function removeSqliteFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
