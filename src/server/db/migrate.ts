import { sql } from 'kysely'
import type { DatabaseConfig } from '#server/config.ts'
import type { Database, Db } from './database.ts'
import { firstTables } from './migrations/001-first-tables.ts'
import { mergedIdentities } from './migrations/002-merged-identities.ts'
import { awaitedMails } from './migrations/003-awaited-mails.ts'
import { mailsWithAnEnd } from './migrations/004-mails-with-an-end.ts'
import { standardColumnNames } from './migrations/005-standard-column-names.ts'
import { entriesByTournament } from './migrations/006-entries-by-tournament.ts'

/** `statements` returns the SQL to run, in order. */
type Migration = { name: string; statements: (kind: DatabaseConfig['kind']) => string[] }

/** In order, forward only. Never change a released migration. */
const migrations: readonly Migration[] = [
  { name: '001-first-tables', statements: firstTables },
  { name: '002-merged-identities', statements: mergedIdentities },
  { name: '003-awaited-mails', statements: awaitedMails },
  { name: '004-mails-with-an-end', statements: mailsWithAnEnd },
  { name: '005-standard-column-names', statements: standardColumnNames },
  { name: '006-entries-by-tournament', statements: entriesByTournament },
]

/** The advisory lock of processes that start at the same time. Never change it: old and new versions must agree. */
const migrationLock = 7_264_001

/** Brings the tables up to date in one transaction: a migration that fails changes nothing. */
export async function migrate({ db, kind }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (kind === 'postgres') await acquireMigrationLock(trx)
    await sql`create table if not exists migrations (name text primary key)`.execute(trx)
    const appliedMigrations = await sql<{ name: string }>`select name from migrations`.execute(trx)
    const names = new Set(appliedMigrations.rows.map((row) => row.name))
    for (const migration of migrations) {
      if (names.has(migration.name)) continue
      for (const statement of migration.statements(kind)) await sql.raw(statement).execute(trx)
      await sql`insert into migrations (name) values (${migration.name})`.execute(trx)
    }
  })
}

/** Waits for another process's migrations, however long they take. */
async function acquireMigrationLock(trx: Db): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
}
