import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '#demo/free-port.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

/**
 * Starts a temporary PostgreSQL cluster if PostgreSQL is installed, with a migrated template database that tests copy.
 * Removes it after the tests.
 */
export default async function startPostgres(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const programs = findPrograms()
  if (!programs) {
    console.log('Databases under test: SQLite (PostgreSQL is not installed)')
    project.provide('postgresTemplate', '')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-postgres-'))
  const owner = findServerUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'pool', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { stdio: 'pipe', cwd: folder, ...owner },
  )
  const port = await findFreePort()
  const settings = ['fsync=off', 'max_connections=300', `unix_socket_directories=${folder}`]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { stdio: 'ignore', cwd: folder, ...owner },
  )
  const address = (database: string) => `postgres://pool@127.0.0.1:${port}/${database}`
  const { rows } = await queryWhenReady(
    address('postgres'),
    'create database template_pool',
    'show server_version',
  )
  const database = openDatabase({ kind: 'postgres', url: address('template_pool') })
  await migrate(database)
  await database.close()
  console.log(`Databases under test: SQLite, PostgreSQL ${rows[0]?.server_version ?? ''}`)
  project.provide('postgresTemplate', address('template_pool'))

  return async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The folder of the server's programs, which Debian does not add to PATH. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then the user that its package created runs it. */
function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function queryWhenReady(url: string, ...statements: string[]) {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
    } catch (error) {
      if (tries > 300) throw error
      // The server refuses connections until it has started, and nothing announces that.
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    let last = await client.query('select 1')
    for (const statement of statements) last = await client.query(statement)
    await client.end()
    return last
  }
}
