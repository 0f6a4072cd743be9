import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAccount,
  createSystemClock,
  migrate,
  openDatabase,
  readConfig,
  saveServerAddress,
  setRole,
} from '#built/harness.mjs'
import type { Database } from '#server/platform/db/database.ts'
import { runAdminCommand } from '#test/support/admin-command.ts'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { signIn } from '#test/support/oidc-client.ts'
import type { ScriptResult } from '#test/support/server-process.ts'

const passwordPepper = 'a pepper for tests of 32 characters or more'
const password = 'long drive into rough'
const [ada, ben] = [
  { email: 'ada@example.org', password },
  { email: 'ben@example.org', password },
]

/** Ada is an admin, and Ben is not. */
let database: Database
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maintenance-'))
  database = openDatabase({ kind: 'sqlite', file: join(folder, 'pool.db') })
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function admin(...args: string[]): Promise<ScriptResult> {
  return adminOf('pool.db', ...args)
}

const settingsOf = (file: string) => ({
  DATABASE_URL: `sqlite:${join(folder, file)}`,
  PASSWORD_PEPPER: passwordPepper,
})

function adminOf(file: string, ...args: string[]): Promise<ScriptResult> {
  return runAdminCommand(args, settingsOf(file))
}

const publicUrl = 'http://pool.lan:9000'
const adminWithUrl = (...args: string[]) =>
  runAdminCommand(args, { ...settingsOf('pool.db'), PORT: '1234', PUBLIC_URL: publicUrl })

const unknownAddress = {
  code: 1,
  out: '',
  err: expect.stringMatching(/^The address of the pool is unknown, .*Nothing was changed\. .*set PUBLIC_URL/),
}

test('a setup link is printed while there is no admin', async () => {
  const links = () => database.db.selectFrom('setup_links').selectAll().execute()
  const printed = await adminWithUrl('setup-link')
  expect(printed).toMatchObject({ code: 0, err: '' })
  expect(printed.out).toMatch(/\n {2}http:\/\/pool\.lan:9000\/Identity\/Account\/SetUp\?code=[\w-]{43}\n/)
  const good = await links()
  expect(good).toHaveLength(1)
  expect(await admin('setup-link')).toMatchObject(unknownAddress)
  expect(await links(), 'the good link stays').toEqual(good)

  const context = { database, config: { ...readConfig({}), passwordPepper }, clock: createSystemClock('sqlite') }
  for (const { email } of [ada, ben]) await createAccount(context, { email, name: email.slice(0, 3), password })
  await setRole(database.db, 1, 'admin', true)
  expect(await admin('setup-link')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is already an admin'),
  })
})

test('a password is reset by a link or replaced by a random one, which ends the old one and all sessions', async () => {
  const server = await startIdentityServer({ database, passwordPepper })
  const enter = (account: typeof ada) => signIn(createFormBrowser(server.url), server.url, account)
  const sessions = () =>
    database.db.selectFrom('provider_records').select('id').where('account_id', 'is not', null).execute()
  await enter(ada)
  expect(await sessions()).not.toEqual([])
  for (const more of [[], ['--yes']])
    expect(await admin('reset-password', ada.email, ...more)).toMatchObject(unknownAddress)
  expect(await sessions()).not.toEqual([])
  await saveServerAddress(database.db, publicUrl, new Date('2026-04-09T08:00:00Z'))
  const unconfirmed = await admin('reset-password', ada.email)
  expect(unconfirmed).toMatchObject({ code: 0, err: '' })
  expect(unconfirmed.out).toMatch(/signed out on all devices.*\nNothing was changed.*reset-password --id 1 --yes/)
  expect(await sessions()).not.toEqual([])
  const reset = await admin('reset-password', ada.email, '--yes')
  expect(reset).toMatchObject({ code: 0, err: '' })
  expect(await sessions()).toEqual([])
  await expect(enter(ada)).rejects.toThrow()
  const [, origin, path = ''] = /^(\S+)(\/Identity\/Account\/ResetPassword\?code=\S+)$/m.exec(reset.out) ?? []
  expect(origin).toBe(publicUrl)
  const browser = createFormBrowser(server.url)
  const chosen = 'another long drive away'
  const done = await browser.submit(await browser.get(path), { password: chosen })
  expect(done.text).toContain('Your password has been changed')
  await enter({ ...ada, password: chosen })

  // The link of a running server is right, whatever the command's own settings are.
  const elsewhere = { ...settingsOf('pool.db'), PUBLIC_URL: 'https://pool.example.org' }
  const other = await runAdminCommand(['reset-password', ben.email, '--yes'], elsewhere)
  expect(other.out).toMatch(/^http:\/\/pool\.lan:9000\//m)
  expect(other.err).toMatch(
    /^PUBLIC_URL is https:\/\/pool\.example\.org here, but .* http:\/\/pool\.lan:9000 since its start at 2026-04-09T08:00:00\.000Z/,
  )

  const random = await admin('reset-password', '--id', '2', '--random', '--yes')
  await enter({ ...ben, password: /Password: (\S+)/.exec(random.out)?.[1] ?? '' })
  await server.close()
  await database.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', 2).execute()
  const unverified = await admin('reset-password', ben.email)
  expect(unverified).toMatchObject({ code: 1, err: expect.stringContaining('reset-password ben@example.org --id 2') })
})

test('a user is deleted after a dry run, and the last admin only by force', async () => {
  const preview = await admin('delete-user', ben.email)
  expect(preview.out).toContain(
    'Nothing was changed. To delete the user, run: npm run admin -- delete-user --id 2 --yes',
  )
  const emails = async () =>
    (await database.db.selectFrom('accounts').select('email').orderBy('email').execute()).map(({ email }) => email)
  expect(await emails()).toEqual([ada.email, ben.email])
  const deleted = await admin('delete-user', '--id', '2', '--yes')
  expect(deleted).toMatchObject({ code: 0, out: expect.stringMatching(/Deleted\.\n$/) })
  const refused = await admin('delete-user', ada.email, '--yes')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('only admin') })
  expect(await emails()).toEqual([ada.email])
  const dryRun = await admin('delete-user', ada.email, '--force')
  expect(dryRun).toMatchObject({ code: 0, err: '' })
  expect(dryRun.out).toContain('run: npm run admin -- delete-user --id 1 --force --yes\n')
  expect(await emails()).toEqual([ada.email])
})

test('a backup is restored elsewhere, and nothing is overwritten', async () => {
  const file = join(folder, 'pool.backup')
  const made = await admin('backup', file)
  expect(made).toMatchObject({ code: 0, err: '' })
  const [rows] = /\d+ rows(?= in \d+ tables, including \d users? and 0 entry records\.)/.exec(made.out) ?? []
  expect((await admin('backup', file, '--verify')).out).toContain(`It has ${rows}, including `)
  expect(await admin('backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('exists') })
  const blocked = join(file, 'below')
  const fault = new RegExp(`^${blocked} cannot be written: ENOTDIR`)
  expect(await admin('backup', blocked)).toMatchObject({ code: 1, err: expect.stringMatching(fault) })
  const restored = await adminOf('restored.db', 'restore', file)
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`Restored ${rows} as of `) })
  // The copy has an address of its own.
  expect(await adminOf('restored.db', 'reset-password', ada.email)).toMatchObject(unknownAddress)
  const again = await adminOf('restored.db', 'restore', file)
  expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is not empty') })
})

test('each command has help, and says what is wrong with its arguments', async () => {
  expect(await admin('restore', '--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: .*--send-queued/),
  })
  const refusals: [string[], RegExp][] = [
    [['restore', 'no such file'], /There is no file/],
    [['test-mail', 'nobody'], /not an email address/],
  ]
  expect(await admin('reset-password')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Usage: npm run admin -- reset-password/),
  })
  for (const [words, said] of refusals) {
    const outcome = await admin(...words)
    expect(outcome, words.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toMatch(said)
  }
})
