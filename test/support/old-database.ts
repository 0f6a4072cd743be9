import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '#server/config.ts'
import { inTransaction, openDatabase } from '#server/db/database.ts'
import { applyMissing, listMissingMigrations } from '#server/db/migrate.ts'
import { createEmptyPostgres, type DatabaseKind, sqlite } from './test-database.ts'

const lastMigration = '018-push-notifications'

/** A database without tables. On SQLite it is a file, so that it can be backed up. */
export async function createEmptyDatabase(
  kind: DatabaseKind,
): Promise<{ config: DatabaseConfig; remove(): Promise<void> }> {
  if (kind !== sqlite) return createEmptyPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-empty-'))
  return {
    config: { kind: 'sqlite', file: join(folder, 'pool.db') },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

/** An empty database with the tables of version 0.1.0, without later migrations. `remove` closes and removes it. */
export async function openOldDatabase(kind: DatabaseKind) {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = openDatabase(config)
  const names = listMissingMigrations([]).filter((name) => name <= lastMigration)
  await inTransaction(database.db, (trx) => applyMissing(trx, database.kind, names))
  return {
    database,
    config,
    async remove() {
      await database.close()
      await remove()
    },
  }
}
