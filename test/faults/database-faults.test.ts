import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, createLog, diagnose } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { mintSessionCookies } from '../support/minted-session.ts'
import { beginSignIn } from '../support/oidc-client.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const metricsToken = 'a-token-of-the-monitoring-program'
let pool: TestPool
let logged: string[]

const openPool = (options: Parameters<typeof openTestPool>[0]) =>
  openTestPool({
    start: new Date(Date.now() + 3_600_000),
    withoutScores: true,
    metricsToken,
    log: createLog('info', { write: (line) => logged.push(line) }),
    ...options,
  })

const statusOf = async (path: string) => (await pool.call(path, pool.people.player)).status

async function saveEntry(): Promise<Response> {
  const { fill } = await createEntryClient(pool)
  return pool.send('POST', api.entrySave(), pool.people.newcomer, fill(pool.people.newcomer))
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(problemDetails.parse(await response.json()).type).toBe('urn:player-pool:problem:unavailable')
}

/** Nobody has tried to save anything: readiness finds it by itself. */
async function expectNotReady(): Promise<void> {
  expect(await statusOf('/readyz')).toBe(503)
  const metrics = await pool.call('/metrics', null, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(await metrics.text()).toContain('\nplayer_pool_ready 0\n')
  const findings = await diagnose(() => pool.app.config)
  expect(findings).toContainEqual(expect.objectContaining({ what: 'database', state: 'wrong' }))
}

/** Saves are refused and /readyz fails until `repair`, without a restart; the log names the cause once. */
async function expectOutage(repair: () => unknown, cause: string): Promise<void> {
  await expectUnavailable(await saveEntry())
  await expectUnavailable(await saveEntry())
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  await repair()
  expect(await statusOf('/readyz')).toBe(200)
  expect((await saveEntry()).status).toBe(200)
  const first = logged.filter((line) => line.includes('the database cannot be written'))
  expect(first).toHaveLength(1)
  expect(first[0]).toContain(cause)
}

/** A page with a way back, instead of an error of the sign-in library. */
async function expectSignInPage(cookies: readonly { name: string; value: string }[]): Promise<void> {
  const { publicUrl } = pool.app.config
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const page = await fetch(`${publicUrl}${beginSignIn(publicUrl).path}`, { headers: { cookie }, redirect: 'manual' })
  expect(page.status).toBe(503)
  expect(page.headers.get('location')).toBeNull()
  expect(await page.text()).toContain('The server is busy. Please try again in a moment.')
}

beforeEach(() => {
  logged = []
})
afterEach(() => pool.close())

describe('on a SQLite file', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'database-faults-')), 'data')
    mkdirSync(folder)
    file = join(folder, 'pool.db')
    pool = await openPool({ database: { kind: 'sqlite', file } })
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

  it('a save is refused with 503 if the lock is held for more than five seconds', async () => {
    const other = new SqliteDatabase(file)
    other.exec('begin immediate')
    await expectUnavailable(await saveEntry())
    other.close()
  })

  it('a file that cannot be written fails /readyz before anybody saves', async () => {
    const { db } = pool.app.database
    for (const event of ['insert', 'update'])
      await sql
        .raw(`create trigger full_${event} before ${event} on storage_probes begin select raise(abort, 'full'); end`)
        .execute(db)
    await expectNotReady()
    for (const event of ['insert', 'update']) await sql.raw(`drop trigger full_${event}`).execute(db)
    expect(await statusOf('/readyz')).toBe(200)
  })

  it('a data folder that disappears refuses saves, fails /readyz, and can come back without a restart', async () => {
    renameSync(folder, `${folder}-away`)
    await expectOutage(() => renameSync(`${folder}-away`, folder), 'SQLITE_CANTOPEN')
  })
})

it.skipIf(lacks('a full disk', 'mount'))(
  'a full disk refuses saves, fails /readyz, and ends without a restart (mounts a disk: needs root)',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'small-disk-'))
    execFileSync(requireProgram('mount'), ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
    try {
      pool = await openPool({ database: { kind: 'sqlite', file: join(disk, 'pool.db') } })
      const filler = join(disk, 'filler')
      const fill = () => {
        for (;;) appendFileSync(filler, Buffer.alloc(4096))
      }
      const account = { name: 'Full Disk', email: 'full@example.com', password: 'seven-iron-full' }
      const { subject } = await createAccount(pool.app, account)
      const session = await mintSessionCookies(pool.app, subject)
      expect(fill).toThrow('ENOSPC')
      await expectNotReady()
      for (const cookies of [[], session]) await expectSignInPage(cookies)
      await expectOutage(() => rmSync(filler), 'SQLITE_FULL')
      await pool.app.close()
    } finally {
      execFileSync('umount', ['--lazy', disk])
      rmSync(disk, { recursive: true })
    }
  },
)

const postgres = databaseKinds().find(({ name }) => name === 'PostgreSQL')

it.runIf(postgres)('a full disk of the PostgreSQL server does the same', async () => {
  if (!postgres) throw new Error('PostgreSQL is not installed')
  pool = await openPool({ kind: postgres })
  const { db } = pool.app.database
  await sql
    .raw(
      `create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    )
    .execute(db)
  const tables = ['entries', 'storage_probes']
  for (const table of tables)
    await sql.raw(`create trigger full_disk before insert or update on ${table} execute function fail()`).execute(db)
  await expectNotReady()
  await expectOutage(async () => {
    for (const table of tables) await sql.raw(`drop trigger full_disk on ${table}`).execute(db)
  }, '53100')
})
