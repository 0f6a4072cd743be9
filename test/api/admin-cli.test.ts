import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { signIn } from '#test/support/oidc-client.ts'
import { runScript, type ScriptResult } from '#test/support/server-process.ts'

const pepper = 'a pepper for tests of 32 characters or more'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'))
  file = join(folder, 'pool.db')
})
afterAll(() => rmSync(folder, { recursive: true }))

function admin(...args: string[]): Promise<ScriptResult> {
  return runScript('scripts/admin.ts', args, { DATABASE_URL: `sqlite:${file}`, PASSWORD_PEPPER: pepper })
}

test('the operator creates an account that can sign in, grants it a role and revokes it', async () => {
  const made = await admin('create', 'Ada@Example.org', '--name', 'Ada')
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
    /1 {2}admin +ada@example\.org {2}Ada/,
  )
  expect((await admin('grant', 'ben@example.org', '--power')).out).toContain('power user')
  expect((await admin('revoke', 'ada@example.org', '--admin')).out).toContain('player')
  expect((await admin('list')).out.split('\n')).toHaveLength(3)

  const database = openDatabase({ kind: 'sqlite', file })
  const log = await database.db.selectFrom('audit_log').select(['user_id', 'action']).orderBy('id').execute()
  expect(log).toEqual([
    { user_id: null, action: 'account created' },
    { user_id: null, action: 'account created' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role granted' },
    { user_id: null, action: 'role revoked' },
  ])
  await database.close()
})

test('a failed command explains why and exits with code 1', async () => {
  const refusals: [string[], RegExp][] = [
    [[], /^Usage:/],
    [['drop'], /^Usage:/],
    [['constructor'], /^Usage:/],
    [['create', 'cleo@example.org'], /^Usage:/],
    [['create', 'not an address', '--name', 'X'], /is not an email address/],
    [['create', 'cleo@example.org', '--name', 'Cleo', '--password', 'password1'], /too common/],
    [['create', 'ada@example.org', '--name', 'Ada'], /already has an account/],
    [['grant', 'nobody@example.org', '--admin'], /No user has the address/],
    [['grant', 'ada@example.org'], /Specify either --admin or --power/],
    [['grant', 'ada@example.org', '--admin', '--power'], /Specify either --admin or --power/],
    [['grant', 'ada@example.org', '--root'], /Unknown option/],
  ]
  for (const [words, said] of refusals) {
    const outcome = await admin(...words)
    expect(outcome, words.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toMatch(said)
    expect(outcome.err).not.toContain('    at ')
  }
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
  expect(asked.err).toMatch(
    /Several users have this address\. Choose one with --id:\n.* 1 .*\n.* 3 .*Other Ada/,
  )
  expect((await admin('grant', 'ada@example.org', '--power', '--id', '3')).out).toContain('Other Ada')
  expect((await admin('grant', 'ada@example.org', '--power', '--id', '2')).code).toBe(1)
})

test('an account that the command created signs in as its user', async () => {
  const database = openDatabase({ kind: 'sqlite', file })
  const server = await startIdentityServer({
    database,
    passwordPepper: pepper,
  })
  const account = { email: 'ben@example.org', password: 'long drive into rough' }
  const { accessToken } = await signIn(createFormBrowser(server.url), server.url, account)
  const { issuer, subject } = await server.verifier.verify(accessToken)
  const identity = await database.db
    .selectFrom('user_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  expect(identity.user_id).toBe(2)
  await server.close()
  await database.close()
})
