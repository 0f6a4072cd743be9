import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { addUser } from '#test/support/add-user.ts'
import { asLaterVersion } from '#test/support/later-version.ts'
import {
  createEmptyDatabase,
  createEmptyPostgres,
  databaseKinds,
  withLimitsOfProduct,
} from '#test/support/test-database.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { listApplied, migrate, requireIncluded, type Upgrade } from './migrate.ts'
import { migrations } from './migrations.ts'

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
  expect(appliedMigrations).toEqual(migrations.map(({ name }) => name))
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

describe.each(databaseKinds())('a later version on $name', (kind) => {
  async function open() {
    const { config, remove } = await createEmptyDatabase(kind)
    const database = openDatabase(config)
    await migrate(database)
    await addUser(database.db, { name: 'Ann' })
    return {
      database,
      db: database.db,
      async remove() {
        await database.close()
        await remove()
      },
    }
  }

  const applied = migrations.map(({ name }) => name)

  const readUsers = async ({ db }: Database) => (await sql<object>`select * from users`.execute(db)).rows

  it('runs its migration once, and keeps the data', async () => {
    const { database, remove } = await open()
    const upgrades: Upgrade[] = []
    const [before] = await readUsers(database)
    await asLaterVersion(migrations, async () => {
      for (const _ of [1, 2])
        await migrate(database, async (upgrade) => {
          upgrades.push(upgrade)
        })
    })
    expect(upgrades).toEqual([{ from: applied.at(-1), to: '900-handicaps' }])
    expect(await readUsers(database)).toEqual([{ ...before, handicap: null }])
    expect(await listApplied(database.db, database.kind)).toEqual([...applied, '900-handicaps'])
    await remove()
  })

  it('changes nothing if one of its steps fails', async () => {
    const { database, db, remove } = await open()
    const users = await readUsers(database)
    const steps = () => [
      'alter table users add column handicap integer',
      async (trx: Db) => {
        await sql`update users set handicap = 1`.execute(trx)
        throw new Error('not a number')
      },
    ]
    await expect(asLaterVersion(migrations, () => migrate(database), { steps })).rejects.toThrow('not a number')
    expect(await readUsers(database)).toEqual(users)
    expect(await listApplied(db, database.kind)).toEqual(applied)
    await remove()
  })

  it('leaves a database that this version refuses unchanged', async () => {
    const { database, db, remove } = await open()
    await asLaterVersion(migrations, () => migrate(database))
    const other = { name: '901-other', steps: () => ['drop table users'] }
    await asLaterVersion(
      migrations,
      async () => {
        await expect(migrate(database)).rejects.toThrow(
          /^The database \(900-handicaps\) is newer than this Player Pool .* \(901-other\)\. Start the version that contains the migration 900-handicaps, or restore/,
        )
      },
      other,
    )
    expect(await listApplied(db, database.kind)).toEqual([...applied, '900-handicaps'])
    expect(await readUsers(database)).toHaveLength(1)
    await remove()
  })

  it('leaves the processes of the version before running, unless it excludes them', async () => {
    const { database, db, remove } = await open()
    await asLaterVersion(migrations, () => migrate(database))
    await requireIncluded(db)
    const steps = () => ['alter table users drop column handicap']
    const excluding = { name: '901-no-handicaps', excludesEarlier: true, steps } as const
    await asLaterVersion(migrations, () => asLaterVersion(migrations, () => migrate(database), excluding))
    await expect(requireIncluded(db)).rejects.toThrow('The database (901-no-handicaps) is newer than this Player Pool')
    await remove()
  })
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
