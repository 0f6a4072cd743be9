import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { explainMissing } from './optional-programs.ts'
import { startPostgresServer } from './postgres-server.ts'

/**
 * Starts a temporary PostgreSQL cluster if PostgreSQL is there, with a migrated template database that tests copy.
 * Removes it after the tests.
 */
export default async function startPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Nothing has to survive a crash.
  const server = await startPostgresServer([
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ])
  if (!server) {
    console.log(`Databases under test: SQLite (${explainMissing('postgresql')})`)
    project.provide('postgresTemplate', '')
    return undefined
  }
  await server.query('postgres', 'create database template_pool')
  const database = openDatabase({ kind: 'postgres', url: server.url('template_pool') })
  await migrate(database)
  await database.close()
  const [row] = await server.query('postgres', 'show server_version')
  console.log(`Databases under test: SQLite, PostgreSQL ${row?.['server_version']}`)
  project.provide('postgresTemplate', server.url('template_pool'))
  return server.remove
}
