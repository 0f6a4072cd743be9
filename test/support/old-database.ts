import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { applyMissing } from '#server/platform/db/migrate.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
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
  await inTransaction(database.db, async (trx) => {
    await applyMissing(trx, database.kind, [lastMigration])
    // One of those that the first one now stands for.
    await sql`insert into migrations (name) values ('001-first-tables')`.execute(trx)
  })
  return {
    database,
    config,
    async remove() {
      await database.close()
      await remove()
    },
  }
}
