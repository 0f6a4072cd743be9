import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { createEmptyPostgres, databaseKinds, withLimitsOfProduct } from '#test/support/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** Opens a database several times, as several processes do, and closes all connections afterwards. */
async function withDatabases<T>(
  config: DatabaseConfig,
  count: number,
  work: (databases: Database[]) => Promise<T>,
): Promise<T> {
  const databases = Array.from({ length: count }, () => openDatabase(config))
  try {
    return await work(databases)
  } finally {
    for (const database of databases) await database.close()
  }
}

async function expectAppliedOnce([database]: Database[]): Promise<void> {
  if (!database) throw new Error('no database')
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database.db)
  const appliedMigrations = rows.map(({ name }) => name)
  expect(appliedMigrations).toContain('018-push-notifications')
  expect(new Set(appliedMigrations).size).toBe(appliedMigrations.length)
  expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([])
}

it('processes that start together on a new SQLite file migrate it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
  const config: DatabaseConfig = { kind: 'sqlite', file: join(folder, 'deep', 'pool.db') }
  await withDatabases(config, 3, async (databases) => {
    await Promise.all(databases.map((database) => migrate(database)))
    await expectAppliedOnce(databases)
  })
  rmSync(folder, { recursive: true })
})

it.each(databaseKinds())('a database of a newer version is refused unchanged on $name', async (kind) => {
  // Not a copy of the template, which later tests use again.
  const { config, remove } = kind.name === 'PostgreSQL' ? await createEmptyPostgres() : await kind.create()
  const database = openDatabase(config)
  await migrate(database)
  await sql`insert into migrations (name) values ('998-later'), ('999-last')`.execute(database.db)
  await sql`delete from migrations where name = '021-ended-sign-ins'`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow('contains the migrations 998-later and 999-last')
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database.db)
  expect(rows.map(({ name }) => name)).not.toContain('021-ended-sign-ins')
  await database.close()
  await remove()
})

it('a database from before version 0.1.0 is refused unchanged', async () => {
  const database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  await sql`create table migrations (name text primary key)`.execute(database.db)
  await sql`insert into migrations values ('017-pool-events-and-webhooks')`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow(
    'is from before the first version that this one can upgrade (018-push-notifications)',
  )
  const { rows } = await sql`select name from migrations`.execute(database.db)
  expect(rows).toHaveLength(1)
  await database.close()
})

describe.runIf(databaseKinds().length > 1)('on PostgreSQL', () => {
  it('processes that start together on an empty database migrate it once', async () => {
    const { config, remove } = await createEmptyPostgres()
    await withDatabases(config, 4, async (databases) => {
      await Promise.all(databases.map((database) => migrate(database)))
      await expectAppliedOnce(databases)
    })
    await remove()
  })

  it('a process waits for the migrations of another one, however long they take', async () => {
    const kind = databaseKinds().at(-1)
    if (!kind) throw new Error('no second kind of database')
    const { config, remove } = await kind.create()
    if (config.kind !== 'postgres') throw new Error('the second kind is PostgreSQL')
    const other = new Client({ connectionString: config.url })
    await other.connect()
    await other.query('select pg_advisory_lock(7264001)')

    await withDatabases(withLimitsOfProduct(config), 1, async ([database]) => {
      const migrated = database && migrate(database)
      // Longer than a request waits for a lock.
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and clock_timestamp() - query_start > interval '2100 ms'`
      await expect.poll(async () => (await other.query(waiting)).rows.length).toBe(1)
      await other.query('select pg_advisory_unlock(7264001)')
      await migrated
    })
    await other.end()
    await remove()
  })
})
