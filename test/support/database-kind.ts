import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'

export type DatabaseKind = {
  name: string
  /** Creates an empty database with all tables. */
  create(): Promise<{ config: DatabaseConfig; remove(): Promise<void> }>
}

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  async create() {
    content ??= migrateInMemory()
    return { config: { kind: 'sqlite', file: ':memory:', content: await content }, remove: async () => {} }
  },
}

/** A database with all tables. Copying it takes a fraction of the time of the migrations. */
let content: Promise<Buffer> | undefined

async function migrateInMemory(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-template-'))
  const database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  try {
    await migrate(database)
    const file = join(folder, 'template.db')
    await sql`vacuum into ${file}`.execute(database.db)
    return readFileSync(file)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

/** Opens an empty database with all tables. `remove` closes and removes it. */
export async function openTestDatabase(
  kind: DatabaseKind,
): Promise<{ database: Database; config: DatabaseConfig; remove(): Promise<void> }> {
  const { config, remove } = await kind.create()
  const database = openDatabase(config)
  await migrate(database)
  return {
    database,
    config,
    async remove() {
      await database.close()
      await remove()
    },
  }
}
