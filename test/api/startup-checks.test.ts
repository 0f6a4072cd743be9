import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addAccount,
  createApp,
  createLog,
  diagnose,
  explainStartupError,
  migrate,
  openDatabase,
  saveServerAddress,
} from '#built/harness.mjs'
import type { Config } from '#server/platform/settings/config.ts'
import { buildAccount } from '../support/build-account.ts'
import { spawnScript } from '../support/server-process.ts'
import { type DatabaseKind, databaseKinds, openTestDatabase, sqlite } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const pepper = 'another pepper of 32 characters or more'
const differentPepper =
  'The passwords of 1 account were hashed with a different pepper, so nobody can sign in with them: restore the previous PASSWORD_PEPPER or pepper file, or have these users reset their passwords.'
const withNewPepper =
  ': everyone can then choose a new password through "Forgot your password?" or, without mail, a link from: npm run admin -- reset-password EMAIL'
const missingPepper = (kind: DatabaseKind, dataFolder: string) =>
  kind.name === 'SQLite'
    ? `${join(dataFolder, 'pepper')} is missing, but the passwords of 1 account were hashed with it. Restore it from your backup, or set PASSWORD_PEPPER as before. If it is lost, write at least 32 random characters to a new file with that name${withNewPepper}`
    : `PASSWORD_PEPPER is not set, but the passwords of 1 account were hashed with one. Set it as before, or to the text in the pepper file that the pool had on SQLite. If it is lost, set it to at least 32 random characters${withNewPepper}`

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

/** What a start logs as errors and warnings of its checks, or with which it refuses. */
async function startServer(config: Config): Promise<{ level: number | 'refused'; text: string }[]> {
  const found: { level: number | 'refused'; text: string }[] = []
  const write = (line: string) => {
    const { level, msg, check } = JSON.parse(line)
    if (level >= 50 || check !== undefined) found.push({ level, text: msg })
  }
  try {
    const app = await createApp(config, { log: createLog('info', { write }) })
    await app.close()
  } catch (error) {
    found.push({ level: 'refused', text: error instanceof Error ? error.message : String(error) })
  }
  return found
}

/** The doctor looks for the file of SQLite. */
async function openInstalled(kind: DatabaseKind, file: string) {
  if (kind.name !== 'SQLite') return openTestDatabase(kind)
  const config = { kind: 'sqlite', file } as const
  const database = openDatabase(config)
  await migrate(database)
  return { database, config, remove: () => database.close() }
}

type Fault = {
  fault: string
  change: Partial<Config>
  /** Of an account's password. */
  hash?: string
  /** How the server tells it: in its log at this level, or by not starting. Default: there is nothing to tell. */
  level?: 40 | 50 | 'refused'
  text?: string | ((kind: DatabaseKind, dataFolder: string) => string)
}

const peppered = '1a2b3c4d$argon2id$x'
const faults: readonly Fault[] = [
  { fault: 'a healthy pool', change: {} },
  {
    fault: 'a different PASSWORD_PEPPER',
    change: { passwordPepper: pepper },
    hash: peppered,
    level: 50,
    text: differentPepper,
  },
  { fault: 'a pepper that was left out', change: {}, hash: peppered, level: 'refused', text: missingPepper },
  {
    fault: 'SIGN_UP_DOMAINS that lets nobody in',
    change: { signUp: { mode: 'invite', domains: ['example.org'] } },
    level: 50,
    text: 'SIGN_UP_DOMAINS lets nobody create an account without SMTP_URL, because nothing proves their addresses: set SMTP_URL, or unset SIGN_UP_DOMAINS.',
  },
  {
    fault: 'a name in .env that is no setting',
    change: { unknownNames: ['TZ'] },
    level: 40,
    text: 'TZ in .env is not a setting and has no effect. Variables of other programs belong in the environment.',
  },
  {
    fault: 'RATE_LIMIT_FACTOR=0',
    change: { http: { trustedProxies: 0, hstsMaxAge: null, rateLimitFactor: 0 } },
    level: 40,
    text: 'RATE_LIMIT_FACTOR is 0: nothing slows down who guesses passwords. Unset it, except for load tests.',
  },
  {
    fault: 'plain http',
    change: { publicUrl: 'http://pool.lan' },
    level: 40,
    text: 'PUBLIC_URL is plain http: passwords cross the network unencrypted. Put a proxy with TLS in front (docs/operations/internet.md).',
  },
  {
    fault: 'OUTBOUND=off',
    change: { outbound: 'off' },
    level: 40,
    text: 'OUTBOUND is off, so nothing is sent from here: emails are written to files in DATA_DIR/outbox, posts and notifications to the log.',
  },
]

it.each(databaseKinds().flatMap((kind) => faults.map((fault) => ({ kind, ...fault }))))(
  'on $kind.name, server and doctor say the same about $fault',
  async ({ kind, text, change, level, hash = '$argon2id$x' }) => {
    const dataFolder = mkdtempSync(join(folder, 'data-'))
    const opened = await openInstalled(kind, join(dataFolder, 'pool.db'))
    await addAccount(opened.database.db, buildAccount({ passwordHash: hash }), new Date())
    const config: Config = { ...pool.app.config, passwordPepper: null, ...change, dataFolder, database: opened.config }
    const found = await diagnose(() => config)
    const expected = typeof text === 'function' ? text(kind, dataFolder) : text
    expect(found.filter((finding) => finding.text === expected).map(({ state }) => state)).toEqual(
      level === undefined ? [] : [level === 40 ? 'note' : 'wrong'],
    )
    if (level !== 40) expect(found.filter(({ state }) => state === 'wrong').length).toBe(level === undefined ? 0 : 1)
    expect(await startServer(config)).toEqual(level === undefined ? [] : [{ level, text: expected }])
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
  const expected = `${join(dataFolder, 'pepper')} must contain at least 32 characters. Restore it from your backup; if nobody has a password yet, delete it.`
  expect((await diagnose(() => config)).map(({ text }) => text)).toContain(expected)
  expect(await startServer(config)).toEqual([{ level: 'refused', text: expected }])
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
  const said = (await diagnose(() => config)).filter(({ what }) => what === 'backup')
  expect(said, 'and does not promise one beside it').toEqual([{ what: 'backup', state: 'wrong', text: expected }])
  expect(await startServer(config)).toEqual([{ level: 50, text: expected }])
  await remove()
})

it.each([
  { fault: 'DATA_DIR is a file', file: 'file/pool.db' },
  { fault: 'a folder above it is a file', file: 'file/pool/pool.db' },
])('server and doctor say the same about a database that cannot be created: $fault', async ({ file }) => {
  const dataFolder = mkdtempSync(join(folder, 'uncreated-'))
  writeFileSync(join(dataFolder, 'file'), '')
  const path = join(dataFolder, file)
  const config: Config = {
    ...pool.app.config,
    passwordPepper: null,
    dataFolder,
    database: { kind: 'sqlite', file: path },
  }
  const [found] = (await diagnose(() => config)).filter(({ what }) => what === 'database')
  expect(found?.state).toBe('wrong')
  expect(found?.text.split(/: ENOTDIR.*\. Let/)).toEqual([
    `The database ${path} cannot be created`,
    ' this user write there, or set DATA_DIR or DATABASE_URL to another place.',
  ])
  expect(await startServer(config)).toEqual([{ level: 'refused', text: found?.text }])
})

it('server and doctor say the same about emails that cannot be written', async () => {
  const dataFolder = mkdtempSync(join(folder, 'outbox-'))
  const { config: settings, remove } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  writeFileSync(join(dataFolder, 'outbox'), '')
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings }
  const found = (await diagnose(() => config)).filter(({ what }) => what === 'mail')
  expect(found).toEqual([
    {
      what: 'mail',
      state: 'wrong',
      text: expect.stringMatching(
        /^Emails cannot be written to \S+\/outbox: ENOTDIR.*\. Let this user write there, or set DATA_DIR to another folder\.$/,
      ),
    },
  ])
  expect(await startServer(config)).toEqual([{ level: 50, text: found[0]?.text }])
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
  expect(await startServer(config)).toEqual([{ level: 'refused', text: ofDatabase[0]?.text }])
  expect(await startServer(config)).toEqual([{ level: 'refused', text: expected }])
  expect(existsSync(backup.folder)).toBe(false)
})

it.each(databaseKinds())('server and doctor refuse a database of a newer version alike on $name', async (kind) => {
  const dataFolder = mkdtempSync(join(folder, 'newer-'))
  const { database, config: settings, remove } = await openInstalled(kind, join(dataFolder, 'pool.db'))
  await sql`insert into migrations (name) values ('999-later')`.execute(database.db)
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings }
  const [fault] = (await diagnose(() => config)).filter(({ what }) => what === 'database')
  expect(fault).toEqual({
    what: 'database',
    state: 'wrong',
    text: expect.stringMatching(/^The database \(999-later\) is newer than this Player Pool .* Start the version that/),
  })
  expect(await startServer(config)).toEqual([{ level: 'refused', text: fault?.text }])
  await sql`delete from migrations where name = '999-later'`.execute(database.db)
  await remove()
})

it('server and doctor say the same about a port that another program uses, and nothing about the port of the pool itself', async () => {
  const dataFolder = mkdtempSync(join(folder, 'port-'))
  const { database, config: settings, remove } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings }
  const find = async (changed: Partial<Config>) =>
    (await diagnose(() => ({ ...config, ...changed }))).filter(({ what }) => what === 'port').map(({ text }) => text)
  const inUse = { listen: { host: '127.0.0.1', port } }
  const app = await createApp({ ...config, ...inUse }, { log: createLog('silent') })
  const refused = await app.listen().catch((error: unknown) => explainStartupError(error, inUse.listen))
  await app.close()
  const expected = `Port ${port} of 127.0.0.1 is in use. Stop the program that is using it, or set PORT to a different port.`
  expect(refused).toBe(expected)
  expect(await find(inUse)).toEqual([expected])
  expect(await find({})).toEqual([])
  await saveServerAddress(database.db, config.publicUrl, new Date())
  expect(await find({ publicUrl: 'https://pool.example.org' }), 'with another address since its start').toEqual([])
  other.close()
  await once(other, 'close')
  expect(await find(inUse)).toEqual([])
  await remove()
})

it.each([
  {
    settings: { publicUrl: 'http://localhost:1', isPublicUrlSet: true },
    text: "PUBLIC_URL is http://localhost:1 here, but the server has used http://pool.lan:9000 since its start at 2026-04-09T08:00:00.000Z. Run this command with the server's settings, or restart the server if its address has changed.",
  },
  {
    settings: { publicUrl: 'http://localhost:1', isPublicUrlSet: false },
    text: "PUBLIC_URL is not set here, but the server has used http://pool.lan:9000 since its start at 2026-04-09T08:00:00.000Z. Run this command with the server's settings.",
  },
  { settings: { publicUrl: 'http://pool.lan:9000', isPublicUrlSet: true }, text: undefined },
])('doctor compares the address with that of the running server: $settings', async ({ settings: changed, text }) => {
  const dataFolder = mkdtempSync(join(folder, 'address-'))
  const { database, config: settings, remove } = await openInstalled(sqlite, join(dataFolder, 'pool.db'))
  await saveServerAddress(database.db, 'http://pool.lan:9000', new Date('2026-04-09T08:00:00Z'))
  const config: Config = { ...pool.app.config, passwordPepper: null, dataFolder, database: settings, ...changed }
  const found = (await diagnose(() => config)).filter((finding) => finding.text.includes('since its start'))
  expect(found).toEqual(text === undefined ? [] : [{ what: 'address', state: 'wrong', text }])
  await remove()
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
