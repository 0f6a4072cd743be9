import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type DatabaseKind, sqlite } from './database-kind.ts'
import { findProgram } from './optional-programs.ts'
import { slowMachineFactor } from './time-limits.ts'

// biome-ignore lint/performance/noBarrelFile: tests on both kinds have them from here; those on SQLite alone ask for no program.
export { type DatabaseKind, openTestDatabase, sqlite } from './database-kind.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL template database; empty without PostgreSQL. */
    postgresTemplate: string
  }
}

/** Databases that this worker's earlier tests have left empty: emptying one costs a tenth of copying the template. */
const unused: string[] = []
let templateSchema: string | undefined

const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  async create() {
    const url = unused.pop() ?? (await copyPostgres(new URL(inject('postgresTemplate')).pathname.slice(1)))
    templateSchema ??= await query(url, readSchema)
    return {
      config: { kind: 'postgres', url, limitFactor: slowMachineFactor },
      async remove() {
        if (await emptyPostgres(url)) unused.push(url)
        else await dropPostgres(url)
      },
    }
  },
}

/** A test whose subject is one of the limits opens the database without it. */
export function withLimitsOfProduct(config: DatabaseConfig): DatabaseConfig {
  if (config.kind !== 'postgres') throw new Error('SQLite has no such limits.')
  return { kind: 'postgres', url: config.url }
}

/** Databases whose tables this worker's earlier tests have dropped. */
const withoutTables: string[] = []

/** A PostgreSQL database without tables, as an operator creates it. */
export async function createEmptyPostgres(): Promise<{ config: DatabaseConfig; remove(): Promise<void> }> {
  const url = withoutTables.pop() ?? (await copyPostgres('template1'))
  return {
    config: { kind: 'postgres', url, limitFactor: slowMachineFactor },
    async remove() {
      await query(url, endOtherSessions, 'drop schema public cascade', 'create schema public')
      withoutTables.push(url)
    },
  }
}

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

async function copyPostgres(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(postgresUrl('postgres'), `create database ${name} template ${template}`)
  return postgresUrl(name)
}

async function dropPostgres(url: string): Promise<void> {
  await query(postgresUrl('postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

const endOtherSessions =
  'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Ends all other sessions, then empties the tables and resets the sequences. Returns false if a test changed the schema. */
async function emptyPostgres(url: string): Promise<boolean> {
  const schema = await query(
    url,
    endOtherSessions,
    `do $$
      declare each regclass;
      begin
        set local session_replication_role = replica;
        for each in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
          if each <> 'migrations'::regclass then execute format('delete from %s', each); end if;
        end loop;
        perform setval(seqrelid, seqstart, false) from pg_sequence;
      end $$`,
    readSchema,
  )
  return schema === templateSchema
}

/** The names of all columns, constraints, indexes and triggers. */
const readSchema = `
  select string_agg(name, ' ' order by name) as result from (
    select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace
    union all select conname from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname from pg_trigger
  ) as names`

/** Runs the statements one after the other. Returns `result` of the last one. */
async function query(url: string, ...statements: string[]): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let result: { result?: string }[] = []
    for (const statement of statements) ({ rows: result } = await client.query<{ result?: string }>(statement))
    return result[0]?.result ?? ''
  } finally {
    await client.end()
  }
}

/** The databases under test: SQLite, and PostgreSQL if it is there. */
export function databaseKinds(): DatabaseKind[] {
  return findProgram('postgresql') === undefined ? [sqlite] : [sqlite, postgres]
}

/** The address of a database of the tests' PostgreSQL server. */
export function postgresUrl(database: string): string {
  return new URL(`/${database}`, inject('postgresTemplate')).href
}
