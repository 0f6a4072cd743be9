import { Client } from 'pg'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'

const sessions = 'from pg_stat_activity where datname = current_database() and application_name = $1'

/** The number of a database's connections for a purpose, which is part of their application name. */
export function countSessions(config: DatabaseConfig, purpose: string): Promise<number> {
  return countRows(config, `select 1 ${sessions}`, purpose)
}

/** Terminates them on the server, as an administrator would. Returns their number. */
export function terminateSessions(config: DatabaseConfig, purpose: string): Promise<number> {
  return countRows(config, `select pg_terminate_backend(pid) ${sessions}`, purpose)
}

/** The number of a database's connections that wait for a lock. */
export function countLockWaits(config: DatabaseConfig): Promise<number> {
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return countRows(config, `select 1 ${waiting} and application_name <> $1`, '')
}

async function countRows(config: DatabaseConfig, statement: string, purpose: string): Promise<number> {
  if (config.kind !== 'postgres') throw new Error('Only a database server has sessions.')
  const client = new Client({ connectionString: config.url })
  await client.connect()
  try {
    return (await client.query(statement, [`player-pool ${purpose}`])).rows.length
  } finally {
    await client.end()
  }
}
