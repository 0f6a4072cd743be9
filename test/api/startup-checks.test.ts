import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccount, createApp, createLog, diagnose, migrate, openDatabase } from '#built/harness.mjs'
import type { Config } from '#server/platform/settings/config.ts'
import { buildAccount } from '../support/build-account.ts'
import { spawnScript } from '../support/server-process.ts'
import { type DatabaseKind, databaseKinds, openTestDatabase, sqlite } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const pepper = 'another pepper of 32 characters or more'
const differentPepper =
  'The passwords of 1 account were hashed with a different pepper, so nobody can sign in with them: restore the previous PASSWORD_PEPPER or pepper file, or have these users reset their passwords.'

let folder: string
let pool: TestPool
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startup-'))
  pool = await openTestPool({ withoutScores: true })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** The sentences that a start logs as errors, or with which it refuses. */
async function startServer(config: Config): Promise<string[]> {
  const texts: string[] = []
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line)
    if (level >= 50) texts.push(msg)
  }
  try {
    const app = await createApp(config, { log: createLog('info', { write }) })
    await app.close()
  } catch (error) {
    texts.push(error instanceof Error ? error.message : String(error))
  }
  return texts
}

/** The doctor looks for the file of SQLite. */
async function openInstalled(kind: DatabaseKind, file: string) {
  if (kind.name !== 'SQLite') return openTestDatabase(kind)
  const config = { kind: 'sqlite', file } as const
  const database = openDatabase(config)
  await migrate(database)
  return { database, config, remove: () => database.close() }
}

const faults = databaseKinds().flatMap(
  (kind) =>
    [
      { kind, fault: 'a healthy pool', change: { passwordPepper: null }, hash: '$argon2id$x', text: undefined },
      { kind, fault: 'a different PASSWORD_PEPPER', change: { passwordPepper: pepper }, text: differentPepper },
      {
        kind,
        fault: 'a pepper that was left out',
        change: { passwordPepper: null },
        text:
          kind.name === 'SQLite'
            ? /pepper is missing, but the passwords of 1 account were hashed with it\. Restore it from your backup\./
            : differentPepper,
      },
      {
        kind,
        fault: 'SIGN_UP_DOMAINS that lets nobody in',
        change: { passwordPepper: null, signUp: { mode: 'invite', domains: ['example.org'] } },
        hash: '$argon2id$x',
        text: 'SIGN_UP_DOMAINS lets nobody create an account without SMTP_URL, because nothing proves their addresses: set SMTP_URL, or unset SIGN_UP_DOMAINS.',
      },
    ] as const,
)

it.each(faults)(
  'on $kind.name, server and doctor say the same about $fault',
  async ({ kind, text, change, ...row }) => {
    const hash = 'hash' in row ? row.hash : '1a2b3c4d$argon2id$x'
    const dataFolder = mkdtempSync(join(folder, 'data-'))
    const opened = await openInstalled(kind, join(dataFolder, 'pool.db'))
    await addAccount(opened.database.db, buildAccount({ passwordHash: hash }), new Date())
    const config: Config = { ...pool.app.config, ...change, dataFolder, database: opened.config }
    const found = await diagnose(() => config)
    const said = found.filter(({ what, state }) => state === 'wrong' && /^(settings|sign-in|backup)$/.test(what))
    const expected = text === undefined ? [] : [typeof text === 'string' ? text : expect.stringMatching(text)]
    expect(said.map((finding) => finding.text)).toEqual(expected)
    expect(await startServer(config)).toEqual(expected)
    await opened.remove()
  },
)

it('doctor reports a pepper file that is too short as the server does', async () => {
  const dataFolder = mkdtempSync(join(folder, 'short-'))
  const database = { kind: 'sqlite', file: join(dataFolder, 'pool.db') } as const
  const opened = openDatabase(database)
  await migrate(opened)
  await opened.close()
  writeFileSync(join(dataFolder, 'pepper'), 'short', { mode: 0o600 })
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database }
  const expected = `${join(dataFolder, 'pepper')} must contain at least 32 characters.`
  expect((await diagnose(() => config)).map(({ text }) => text)).toContain(expected)
  expect(await startServer(config)).toEqual([expected])
})

it.each([
  { fault: 'is a file', path: 'file' },
  { fault: 'is below a file', path: 'file/backups/pool' },
])('server and doctor say the same about a BACKUP_DIR that $fault, and create nothing', async ({ path }) => {
  const dataFolder = mkdtempSync(join(folder, 'backup-'))
  writeFileSync(join(dataFolder, 'file'), '')
  const { config: settings, remove } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  const backup = { folder: join(dataFolder, path), keep: 7 }
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings, backup }
  const expected = expect.stringMatching(
    /^Backups cannot be written to \S+ \(BACKUP_DIR\): ENOTDIR.*\. Let this user write there, or set BACKUP_DIR to another folder\.$/,
  )
  const said = async () =>
    (await diagnose(() => config)).filter(({ what, state }) => what === 'backup' && state === 'wrong')
  expect((await said()).map(({ text }) => text)).toEqual([expected])
  expect(await startServer(config)).toContainEqual(expected)
  await remove()
})

it('a backup folder that the first backup creates is no fault', async () => {
  const dataFolder = mkdtempSync(join(folder, 'new-'))
  const { config: database, remove } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  const backup = { folder: join(dataFolder, 'disk', 'pool'), keep: 7 }
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database, backup }
  const found = await diagnose(() => config)
  expect(found.filter(({ what, state }) => what === 'backup' && state === 'wrong')).toEqual([])
  expect(existsSync(join(dataFolder, 'disk'))).toBe(false)
  await remove()
})

it('server and doctor refuse a database that is too old with the same sentence, and no backup is made', async () => {
  const dataFolder = mkdtempSync(join(folder, 'old-'))
  const { database, config: settings } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  await sql`delete from migrations`.execute(database.db)
  await sql`insert into migrations (name) values ('031-too-early')`.execute(database.db)
  await database.close()
  const backup = { folder: join(dataFolder, 'backups'), keep: 7 }
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings, backup }
  const expected = expect.stringMatching(
    /^The database \(031-too-early\) is of a development version that is too old for this one\. Nothing was changed\./,
  )
  const found = await diagnose(() => config)
  const ofDatabase = found.filter(({ what }) => what === 'database')
  expect(ofDatabase).toEqual([{ what: 'database', state: 'wrong', text: expected }])
  expect(await startServer(config)).toEqual([ofDatabase[0]?.text])
  expect(await startServer(config)).toEqual([expected])
  expect(existsSync(backup.folder)).toBe(false)
})

it('server and doctor name all faults of the settings at once, with those of the files that they name', async () => {
  const settings = {
    PORT: 'eighty',
    SMTP_URL_FILE: 'smtp',
    POOL_LOGO: 'logo.svg',
    POOL_ICON: 'icon.png',
    POOL_RULES: '.',
  }
  const faults = [
    "SMTP_URL_FILE: ENOENT: no such file or directory, open 'smtp'",
    'PORT: must be a port number',
    'The file logo.svg set in POOL_LOGO cannot be used: it does not exist.',
    'The file icon.png set in POOL_ICON cannot be used: it is not a PNG.',
    'The file . set in POOL_RULES cannot be used: EISDIR: illegal operation on a directory, read.',
  ]
  const expected = `The configuration is invalid:\n${faults.map((fault) => `  ${fault}\n`).join('')}`
  const installation = mkdtempSync(join(folder, 'files-'))
  writeFileSync(join(installation, 'icon.png'), 'no picture')
  const run = async (program: string, args: string[]) => {
    const { ended, output } = spawnScript(`dist/server/${program}.mjs`, { folder: installation, settings, args })
    return { ...(await ended), output: output() }
  }
  expect(await run('main', [])).toMatchObject({ code: 1, output: `Player Pool could not start.\n${expected}` })
  expect(await run('admin', ['doctor'])).toMatchObject({ code: 1, output: `WRONG  settings  ${expected}` })
})
