import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '#demo/free-port.ts'
import { addPool, addRivals } from '#demo/pool-harness.ts'
import { type DatabaseConfig, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { listTables } from '#server/db/table-restore.ts'
import { setRole } from '#server/users/user-store.ts'
import { createField } from '#simulator/simulated-field.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { hasMoreRounds } from '../support/test-rounds.ts'

const run = promisify(execFile)
const entrants = 60

/**
 * The release is built, and the next version is made of it: it has one more migration. The folder that `current` leads
 * to decides which of them runs, as in docs/operations/upgrade.md.
 */
describe.runIf(hasMoreRounds)('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-upgrade-'))
  const current = join(folder, 'current')
  let postgres: PostgresServer | undefined

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/release.ts', '--folder', join(folder, 'this')], { stdio: 'inherit' })
    cpSync(join(folder, 'this'), join(folder, 'next'), { recursive: true })
    addMigration(join(folder, 'next/dist/server'))
    symlinkSync('this', current)
    postgres = await startPostgresServer()
  })
  afterAll(async () => {
    await postgres?.remove()
    rmSync(folder, { recursive: true })
  })

  function addMigration(programs: string): void {
    const [file = ''] = globSync(join(programs, '*.mjs')).filter((path) =>
      /^var migrations =/m.test(readFileSync(path, 'utf8')),
    )
    const next = `{ name: '999-next', statements: () => ["alter table users add column next text", "update users set next = name"] }`
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(/^var migrations = [\s\S]*?(?=\n\];)/m, (all) => `${all}, ${next}`),
    )
  }

  /** An atomic replacement, as by `ln -sfn`. */
  function choose(version: 'this' | 'next'): void {
    symlinkSync(version, `${current}.new`)
    renameSync(`${current}.new`, current)
  }

  it.each(['sqlite', 'postgres'] as const)('is upgraded and rolled back on %s with the same data', async (kind) => {
    if (kind === 'postgres' && !postgres) return
    const port = await findFreePort()
    const poolFolder = join(folder, kind)
    mkdirSync(poolFolder)
    for (const name of ['pool', 'back']) await postgres?.query('postgres', `create database ${kind}_${name}`)
    const databaseUrl = (name: string) =>
      kind === 'postgres' ? postgres?.url(`postgres_${name}`) : `sqlite:${join(poolFolder, 'data/player-pool.db')}`
    let env = settings('pool')

    function settings(name: string): Record<string, string> {
      const address = { PORT: String(port), FEED_URL: 'http://127.0.0.1:9', DATABASE_URL: databaseUrl(name) ?? '' }
      return { PATH: '/usr/bin:/bin', PASSWORD_PEPPER: 'p'.repeat(40), ...address }
    }
    const start = () =>
      spawn(join(current, 'player-pool'), { cwd: poolFolder, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const admin = (...args: string[]) => run(join(current, 'player-pool'), ['admin', ...args], { cwd: poolFolder, env })

    await seed(readConfig(env).database)
    let server = start()
    await untilReady(port)
    await admin('backup', 'before.backup')
    const before = await dump(readConfig(env).database)
    expect(before.get('entry_picks')?.length ?? before.size).toBeGreaterThan(0)

    server = await replace('next')
    const after = await dump(readConfig(env).database)
    expectSame(before, after, ['migrations'])
    expect(after.get('migrations')?.map(({ name }) => name)).toContain('999-next')
    expect(after.get('users')?.every(({ next, name }) => next === name)).toBe(true)
    await stop(server)

    // The previous version refuses the newer schema, and starts again from the backup.
    choose('this')
    const refused = start()
    const [reason] = await once(refused.stderr.setEncoding('utf8'), 'data')
    expect(reason).toContain('Player Pool could not start')
    await expect(admin('list')).rejects.toThrow('999-next')
    if (kind === 'postgres') env = settings('back')
    else renameSync(join(poolFolder, 'data'), join(poolFolder, 'data-next'))
    await admin('restore', 'before.backup')
    server = start()
    await untilReady(port)
    const back = await dump(readConfig(env).database)
    expect(back.get('audit_log')?.at(-1)).toMatchObject({ action: 'backup restored' })
    expectSame(before, back, ['audit_log'])
    expect(back.get('audit_log')?.slice(0, -1)).toEqual(before.get('audit_log'))
    await stop(server)

    /** Stops the server, changes the link and starts the other version; a client asks all the time. */
    async function replace(version: 'next'): Promise<typeof server> {
      let isDone = false
      const down: number[] = []
      const asking = (async () => {
        while (!isDone) {
          if (!(await isReady(port))) down.push(performance.now())
          await wait(20)
        }
      })()
      await stop(server)
      choose(version)
      const next = start()
      await untilReady(port)
      isDone = true
      await asking
      return next
    }
  })
})

type Row = Record<string, unknown>

/** What an admin, sixty players with entries and a tournament leave in the tables. */
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

/** Everything that was in `before`, to the last column, is in `after`. */
function expectSame(before: Map<string, Row[]>, after: Map<string, Row[]>, except: string[]): void {
  let rows = 0
  for (const [table, known] of before) {
    if (except.includes(table)) continue
    const columns = Object.keys(known[0] ?? {})
    const found = (after.get(table) ?? []).map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    expect(found, table).toHaveLength(known.length)
    expect(found, table).toEqual(expect.arrayContaining(known))
    rows += known.length
  }
  expect(rows).toBeGreaterThan(entrants)
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function untilReady(port: number): Promise<void> {
  while (!(await isReady(port))) await wait(10)
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
}
