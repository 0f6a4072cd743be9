import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL template database; empty if PostgreSQL is not installed. */
    postgresTemplate: string
  }
}

export type DatabaseKind = {
  name: string
  /** Creates an empty database with all tables. */
  create(): Promise<{ config: DatabaseConfig; remove(): Promise<void> }>
}

const sqlite: DatabaseKind = {
  name: 'SQLite',
  create: async () => ({ config: { kind: 'sqlite', file: ':memory:' }, remove: async () => {} }),
}

const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  // Copying a template is faster than cleaning tables, and isolates the tests.
  create: () => createPostgres(new URL(inject('postgresTemplate')).pathname.slice(1)),
}

/** A PostgreSQL database without tables, as an operator creates it. */
export const createEmptyPostgres = () => createPostgres('template1')

async function createPostgres(template: string) {
  const url = new URL(inject('postgresTemplate'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAdmin(`create database ${name} template ${template}`)
  url.pathname = `/${name}`
  const config: DatabaseConfig = { kind: 'postgres', url: url.href }
  return { config, remove: () => runAdmin(`drop database ${name} with (force)`) }
}

async function runAdmin(statement: string): Promise<void> {
  const url = new URL(inject('postgresTemplate'))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The databases under test: SQLite, and PostgreSQL if it is installed. */
export function databaseKinds(): DatabaseKind[] {
  return inject('postgresTemplate') === '' ? [sqlite] : [sqlite, postgres]
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
