import type { DatabaseConfig } from '#server/config.ts'
import { inTransaction, openDatabase } from '#server/db/database.ts'
import { applyMissing, listMissingMigrations } from '#server/db/migrate.ts'
import { createEmptyPostgres, type DatabaseKind, sqlite } from './test-database.ts'

const lastMigration = '018-push-notifications'

/** An empty database with the tables of version 0.1.0, without later migrations. `remove` closes and removes it. */
export async function openOldDatabase(kind: DatabaseKind) {
  const created: { config: DatabaseConfig; remove(): Promise<void> } =
    kind === sqlite
      ? { config: { kind: 'sqlite', file: ':memory:' }, remove: async () => {} }
      : await createEmptyPostgres()
  const { config, remove } = created
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
