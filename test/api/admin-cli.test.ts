import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSecondFactor, openDatabase, replaceRecoveryCodes } from '#built/harness.mjs'
import { runAdminCommand } from '#test/support/admin-command.ts'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { signIn } from '#test/support/oidc-client.ts'
import { runScript } from '#test/support/server-process.ts'

const pepper = 'a pepper for tests of 32 characters or more'

let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'))
  file = join(folder, 'pool.db')
  expect(await admin('migrate')).toMatchObject({ code: 0, err: '' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const onlyAdmin =
  'This is the only admin who can sign in. Make someone else an admin first, or use --force to be without an admin.\n'

const settings = () => ({ DATABASE_URL: `sqlite:${file}`, PASSWORD_PEPPER: pepper })
const admin = (...args: string[]) => runAdminCommand(args, settings())
/** Runs the command as a process, which reads its own arguments and environment. */
const runProcess = (...args: string[]) => runScript('dist/server/admin.mjs', args, settings())

test('the operator creates an account that can sign in, grants it a role and revokes it', async () => {
  const made = await runProcess('create', 'Ada@Example.org', '--name', 'Ada')
  expect(made).toMatchObject({ code: 0, err: '' })
  const password = /Password: (\S+)/.exec(made.out)?.[1] ?? ''
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  expect(
    await admin('create', 'ben@example.org', '--name', 'Ben', '--password', 'long drive into rough'),
  ).toMatchObject({
    code: 0,
    out: 'ben@example.org can sign in (user 2).\n',
  })

  expect((await admin('grant', 'ada@example.org', '--admin')).out).toMatch(
    /^Granting to:\n +1 {2}player .*\nNow:\n +1 {2}admin +ada@example\.org \(verified\) {2}Ada {2}created 20\S+Z\n$/,
  )
  expect((await admin('grant', 'ben@example.org', '--power')).out).toContain('power user')
  // Never that of the last admin.
  expect(await admin('revoke', 'ada@example.org', '--admin')).toMatchObject({
    code: 1,
    out: expect.not.stringContaining('Now:'),
    err: onlyAdmin,
  })
  expect((await admin('grant', 'ben@example.org', '--admin')).out).toContain('admin')
  expect((await admin('revoke', 'ada@example.org', '--admin')).out).toMatch(/Now:\n +1 {2}player/)
  expect((await admin('grant', 'ada@example.org', '--admin')).out).toContain('admin')
  expect((await admin('revoke', 'ben@example.org', '--admin')).out).toMatch(/Now:\n +2 {2}power user/)
  expect((await admin('list')).out.split('\n')).toHaveLength(3)

  const database = openDatabase({ kind: 'sqlite', file })
  const { id } = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'Ben')
    .executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  const connection = { id: 'c', account_id: id, issuer: 'https://id.example', subject: 's', created_at: now }
  await database.db
    .insertInto('connected_sign_ins')
    .values({ ...connection, email: null, last_used_at: now, group_role: 'admin', groups_read_at: now })
    .execute()
  const both = /2 {2}power user .* {2}ADMIN by a group at https:\/\/id\.example\n/
  expect((await admin('list')).out).toMatch(both)
  expect((await admin('grant', 'ben@example.org', '--power')).out).toMatch(both)
  await database.db.deleteFrom('audit_log').where('id', '=', 9).execute()
  const log = await database.db.selectFrom('audit_log').select(['user_id', 'action']).orderBy('id').execute()
  expect(log).toEqual([
    { user_id: null, action: 'account created' },
    { user_id: null, action: 'account created' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role revoked' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role revoked' },
  ])
  await database.close()
})

test('invalid arguments are refused before anything else, with the usage and code 2', async () => {
  const refusals: [string[], RegExp][] = [
    [[], /^Usage:/],
    [['drop'], /^There is no command "drop"\.\nUsage:/],
    [['constructor'], /^There is no command/],
    [['create', 'cleo@example.org'], /^Usage:/],
    [['grant', 'ada@example.org'], /^Specify either --admin or --power\.\nUsage: npm run admin -- grant/],
    [['grant', 'ada@example.org', '--admin', '--power'], /Specify either --admin or --power/],
    [['grant', 'ada@example.org', '--root'], /^Unknown option '--root'\.\nUsage/],
    [['grant', 'ada@example.org', 'ben@example.org', '--admin'], /^Unexpected argument "ben@example\.org"\.\nUsage/],
    [['block', '--id', 'one'], /^"one" is not the number of a user\.\nUsage/],
    [['list', 'admins'], /^Unexpected argument "admins"\.\nUsage: npm run admin -- list\n/],
    [['list', '--admin'], /^Unexpected option "--admin"\.\nUsage: npm run admin -- list\n/],
    [['migrate', 'now'], /^Unexpected argument "now"\.\nUsage: npm run admin -- migrate\n/],
    [['migrate', '--yes'], /^Unexpected option "--yes"\.\nUsage: npm run admin -- migrate\n/],
    [['rotate-keys', 'revoke'], /^Unexpected argument "revoke"/],
  ]
  for (const [words, said] of refusals) {
    const outcome = await admin(...words)
    expect(outcome, words.join(' ')).toMatchObject({ code: 2, out: '' })
    expect(outcome.err).toMatch(said)
    expect(outcome.err).not.toContain('    at ')
  }
  expect(await runProcess('migrate', 'now')).toMatchObject({ code: 2, out: '' })
})

test('a failed command explains why and exits with code 1', async () => {
  const refusals: [string[], RegExp][] = [
    [['create', 'not an address', '--name', 'X'], /is not an email address/],
    [['create', 'cleo@example.org', '--name', 'Cleo', '--password', 'password1'], /too common/],
    [['create', 'ada@example.org', '--name', 'Ada'], /already has an account/],
    [['grant', 'nobody@example.org', '--admin'], /No user has the address/],
  ]
  for (const [words, said] of refusals) {
    const outcome = await admin(...words)
    expect(outcome, words.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toMatch(said)
    expect(outcome.err).not.toContain('    at ')
  }
  const [words = [], said = /never/] = refusals[2] ?? []
  expect(await runProcess(...words)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(said) })
})

test('if two users have the same address, the command asks for an id', async () => {
  const database = openDatabase({ kind: 'sqlite', file })
  await database.db
    .insertInto('users')
    .values({
      name: 'Other Ada',
      email: 'ada@example.org',
      email_verified: 0,
      merged_into: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  await database.close()
  const asked = await admin('grant', 'ada@example.org', '--power')
  expect(asked.code).toBe(1)
  expect(asked.err).toMatch(/Several users have this address\. Select one with --id:\n.* 1 .*\n.* 3 .*Other Ada/)
  expect((await admin('grant', 'ada@example.org', '--power', '--id', '3')).out).toContain('Other Ada')
  expect((await admin('grant', 'ada@example.org', '--power', '--id', '2')).code).toBe(1)
})

test('a role is granted to an unverified address only if the id names the account', async () => {
  const database = openDatabase({ kind: 'sqlite', file })
  const at = '2026-01-01T00:00:00.000Z'
  const stranger = { name: 'Organiser', email: 'organiser@example.org', email_verified: 0, created_at: at } as const
  await database.db
    .insertInto('users')
    .values({ ...stranger, merged_into: null })
    .execute()
  for (const role of ['admin', 'power']) {
    const refused = await admin('grant', 'organiser@example.org', `--${role}`)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(
      /may belong to someone else:\n +4 {2}player +organiser@example\.org \(not verified\) {2}Organiser {2}created 2026/,
    )
    expect(refused.err).toContain(`run: npm run admin -- grant organiser@example.org --${role} --id 4\n`)
  }
  const rows = () => database.db.selectFrom('users').select(['is_admin', 'is_power_user']).where('id', '=', 4).execute()
  expect(await rows()).toEqual([{ is_admin: 0, is_power_user: 0 }])
  expect(await admin('grant', 'organiser@example.org', '--admin', '--id', '4')).toMatchObject({ code: 0 })
  expect(await rows()).toEqual([{ is_admin: 1, is_power_user: 0 }])
  // Revoking a role needs no id.
  expect(await admin('revoke', 'organiser@example.org', '--admin')).toMatchObject({ code: 0 })
  expect(await rows()).toEqual([{ is_admin: 0, is_power_user: 0 }])
  await database.close()
})

test('the operator blocks and unblocks a user, but never the last admin who can sign in', async () => {
  const database = openDatabase({ kind: 'sqlite', file })
  const log = () =>
    database.db.selectFrom('audit_log').select(['action', 'details']).where('action', 'like', 'user %').execute()
  expect(await admin('grant', 'ada@example.org', '--admin', '--id', '1')).toMatchObject({ code: 0 })
  expect(await admin('block', '--id', '1')).toMatchObject({
    code: 1,
    err: onlyAdmin,
  })
  expect(await log()).toEqual([])
  expect((await admin('block', 'ben@example.org')).out).toMatch(/^ +2 .* BLOCKED\n$/)
  expect((await admin('list')).out).toContain('BLOCKED')

  const server = await startIdentityServer({ database, passwordPepper: pepper })
  const account = { email: 'ben@example.org', password: 'long drive into rough' }
  await expect(signIn(createFormBrowser(server.url), server.url, account)).rejects.toThrow()
  expect((await admin('unblock', '--id', '2')).out).not.toContain('BLOCKED')
  await signIn(createFormBrowser(server.url), server.url, account)
  await server.close()

  const details = JSON.stringify({ userId: 2 })
  expect(await log()).toEqual([
    { action: 'user blocked', details },
    { action: 'user unblocked', details },
  ])
  // With --force, the pool can be without an admin.
  expect((await admin('block', '--id', '1', '--force')).out).toMatch(/^ +1 {2}admin .* BLOCKED\n$/)
  expect(await admin('unblock', '--id', '1')).toMatchObject({ code: 0 })
  expect(await admin('revoke', '--id', '1', '--admin')).toMatchObject({ code: 1, err: onlyAdmin })
  expect((await admin('revoke', '--id', '1', '--admin', '--force')).out).toMatch(/Now:\n +1 {2}player/)
  await database.close()
})

test('the operator resets the second factor of a lost phone, which ends every session of the account', async () => {
  const database = openDatabase({ kind: 'sqlite', file })
  const { db } = database
  const email = 'ben@example.org'
  const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await addSecondFactor(db, id, { secret: 'encrypted', lastStep: 1 }, new Date())
  await replaceRecoveryCodes(db, id, ['digest'])
  const sessions = () => db.selectFrom('provider_records').select('id').where('account_id', '=', id).execute()
  expect(await sessions()).not.toEqual([])
  expect(await admin('reset-second-factor', 'Ben@example.org')).toMatchObject({
    code: 0,
    out: 'ben@example.org can sign in with just the password again, and was signed out on all devices.\n',
  })
  expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect(await sessions()).toEqual([])
  const audit = await db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'details'])
    .orderBy('id', 'desc')
    .execute()
  expect(audit[0]).toEqual({ user_id: null, action: 'second factor reset', details: JSON.stringify({ userId: 2 }) })
  await database.close()
  expect((await admin('reset-second-factor', email)).err).toContain(`${email} has no second factor.`)
})
