import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPool, addRivals, listTables, migrate, openDatabase, readConfig, setRole, version } from '#built/harness.mjs'
import { startOnPort } from '#demo/free-port.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { createField } from '#simulator/simulated-field.ts'
import { lacks } from '../support/optional-programs.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { spawnProgram, waitForServer } from '../support/server-process.ts'
import { hasMoreRounds } from '../support/test-rounds.ts'

const run = promisify(execFile)
const entrants = 60

const importsHarness = /\b(?:from|import)\s*\(?\s*['"]\.\/harness\.mjs/

it('no program needs what the build has for tests alone', () => {
  const users = globSync('dist/server/*.mjs').filter((path) => importsHarness.test(readFileSync(path, 'utf8')))
  expect(users).toEqual([])
})

/** Upgrades and refusals of newer schemas are shown by the tests of the migrations. */
describe.runIf(hasMoreRounds && !lacks('a release', 'git', 'tar'))('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-release-'))
  const program = join(folder, 'release/player-pool')
  let postgres: PostgresServer | undefined

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/release.ts', '--folder', join(folder, 'release')], { stdio: 'inherit' })
    postgres = await startPostgresServer()
  })
  afterAll(async () => {
    await postgres?.remove()
    rmSync(folder, { recursive: true })
  })

  it('has the programs, and nothing that the build has for tests alone', () => {
    const files = globSync(join(folder, 'release/dist/server/*.mjs')).map((path) => basename(path))
    const built = globSync('dist/server/*.mjs').map((path) => basename(path))
    expect(files.toSorted()).toEqual(built.filter((name) => name !== 'harness.mjs').toSorted())
    expect(files).toContain('main.mjs')
    expect(readFileSync(join(folder, 'release/README.md'), 'utf8')).toContain(`\nplayer-pool-${version}/player-pool\n`)
  })

  it('prints its version', async () => {
    expect((await run(program, ['--version'])).stdout).toBe(`${version}\n`)
  })

  it.each(['sqlite', 'postgres'] as const)('starts, and starts again from its backup, on %s', async (kind) => {
    if (kind === 'postgres' && !postgres) return
    const poolFolder = join(folder, kind)
    mkdirSync(poolFolder)
    for (const name of ['pool', 'back']) await postgres?.query('postgres', `create database ${kind}_${name}`)

    function settings(name: string): Record<string, string> {
      const sqlite = `sqlite:${join(poolFolder, `${name}.db`)}`
      const url = kind === 'postgres' ? (postgres?.url(`postgres_${name}`) ?? '') : sqlite
      const addresses = { FEED_URL: 'http://127.0.0.1:9', DATABASE_URL: url }
      return { PATH: '/usr/bin:/bin', PASSWORD_PEPPER: 'p'.repeat(40), ...addresses }
    }
    const admin = (env: Record<string, string>, ...args: string[]) =>
      run(program, ['admin', ...args], { cwd: poolFolder, env })
    async function startAndStop(env: Record<string, string>): Promise<void> {
      const server = await startOnPort(async (port) => {
        const started = spawnProgram(program, { folder: poolFolder, settings: { ...env, PORT: String(port) } })
        await waitForServer(started, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
        return started
      })
      server.signal('SIGTERM')
      expect(await server.ended).toEqual({ code: 0, signal: null })
    }

    const [env, other] = [settings('pool'), settings('back')]
    await seed(readConfig(env).database)
    await startAndStop(env)
    await admin(env, 'backup', 'before.backup')
    const before = await dump(readConfig(env).database)
    expect(before.get('selections')).toHaveLength(12 * entrants)
    await admin(other, 'restore', 'before.backup')
    const back = await dump(readConfig(other).database)
    expect(back.get('audit_log')?.pop()).toMatchObject({ action: 'backup restored' })
    expect(back).toEqual(before)
    await startAndStop(other)
  })
})

type Row = Record<string, unknown>

/** Fills the tables with an admin, a tournament and sixty players with entries. */
async function seed(config: DatabaseConfig): Promise<void> {
  if (config.kind === 'sqlite') mkdirSync(resolve(config.file, '..'), { recursive: true })
  const database = openDatabase(config)
  await migrate(database)
  const ids = await addRivals({ database }, entrants)
  await setRole(database.db, ids[0] ?? 0, 'admin', true)
  const start = new Date(Date.now() + 3_600_000)
  const tournament = { espnId: '401580001', name: 'Upgrade Open', start }
  await addPool({ database }, { ...tournament, favourites: createField('upgrade'), entrantIds: ids })
  await database.close()
}

/** All rows of all tables, in an order that depends on their content alone. */
async function dump(config: DatabaseConfig): Promise<Map<string, Row[]>> {
  const database = openDatabase(config)
  const tables = new Map<string, Row[]>()
  for (const table of (await listTables(database.db, config.kind)).toSorted()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(database.db)
    const sorted = rows.map((row) => ({ key: JSON.stringify(row), row })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    tables.set(
      table,
      sorted.map(({ row }) => row),
    )
  }
  await database.close()
  return tables
}
