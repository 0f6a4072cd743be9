import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, createCode, createLog } from '#built/harness.mjs'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { api, routePaths } from '#contract/paths.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { signIn } from '../support/oidc-client.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/)

let pool: TestPool
let lines: string[] = []
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  pool = await openTestPool({ log, withoutScores: true, rateLimitFactor: 0 })
})
afterAll(() => pool.close())
beforeEach(() => {
  lines = []
})

/** The logged events, without what every line has. */
function events(): unknown[] {
  return lines.map((line) => {
    const { level: _level, time: _time, pid: _pid, instance: _instance, reqId: _reqId, ...event } = JSON.parse(line)
    return event
  })
}

async function addAccount() {
  const email = `${randomUUID()}@example.org`
  const { subject, userId } = await createAccount(pool.app, { email, name: 'Pat', password })
  return { account: subject, userId, credentials: { email, password } }
}

it('sign-ins are logged, accepted and refused ones, by account and network address', async () => {
  const { account, userId, credentials } = await addAccount()
  const origin = pool.app.config.publicUrl
  await expect(signIn(createFormBrowser(origin), origin, { ...credentials, password: 'wrong' })).rejects.toThrow()
  await signIn(createFormBrowser(origin), origin, credentials)
  expect(events()).toEqual([
    { account, user: userId, address, msg: 'sign-in rejected' },
    { account, address, amr: ['pwd'], msg: 'signed in' },
  ])
  expect(lines.join('')).not.toContain(credentials.email)
})

it('the filter for fail2ban finds the address of each refused sign-in, and no other line', async () => {
  const filter = readFileSync('docs/operations/examples/fail2ban-filter.conf', 'utf8')
  const [, pattern = ''] = /^failregex = (.*)$/m.exec(filter) ?? []
  const failure = new RegExp(pattern.replace('<ADDR>', '(?<address>[\\d.]+|[\\da-f:]+)'))
  const { credentials } = await addAccount()
  const origin = pool.app.config.publicUrl
  const unknown = { email: 'nobody@example.org', password }
  for (const refused of [{ ...credentials, password: 'wrong' }, unknown])
    await expect(signIn(createFormBrowser(origin), origin, refused)).rejects.toThrow()
  await signIn(createFormBrowser(origin), origin, credentials)
  await pool.call(api.adminAuditLog(null), pool.people.player)
  expect(lines.map((line) => failure.exec(line)?.groups?.['address'])).toEqual([
    expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    undefined,
    undefined,
  ])
})

it('changes of password and email address are logged', async () => {
  const { account, credentials } = await addAccount()
  const origin = pool.app.config.publicUrl
  const browser = createFormBrowser(origin)
  await signIn(browser, origin, credentials)
  const submit = async (form: string, fields: Record<string, string>) => {
    const page = await browser.follow(await browser.get(identityPaths.manage))
    return browser.submit(page, fields, `${identityPaths.manage}/${form}`)
  }
  const email = `${randomUUID()}@example.org`
  await submit('Email', { email, emailPassword: password })
  const next = { password: 'shanks and mulligans' }
  await submit('Password', { ...next, oldPassword: password })
  const code = await createCode(pool.app.database.db, 'reset-password', { accountId: account }, new Date())
  await browser.submit(await browser.get(`${identityPaths.resetPassword}?code=${code}`), next)
  expect(events()).toEqual(
    [
      { amr: ['pwd'], msg: 'signed in' },
      { msg: 'email address changed' },
      { msg: 'password changed' },
      { msg: 'password reset' },
    ].map((event) => ({ account, address, ...event })),
  )
  for (const secret of [email, credentials.email, password, next.password, code])
    expect(lines.join('')).not.toContain(secret)
})

it('every 403 is logged with its code, user, route and network address', async () => {
  const { player } = pool.people
  await pool.call(`${api.adminAuditLog(null)}?before=77`, player)
  await pool.call(api.entrySave(), player, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  await pool.call(api.entrySave(), player, { method: 'POST', body: '{}', headers: { 'sec-fetch-site': 'cross-site' } })
  await createFormBrowser(pool.url).post(identityPaths.forgotPassword, { email: 'pat@example.org' })
  const user = player.userId
  const msg = 'request refused'
  expect(events()).toEqual([
    { code: 'forbidden', user, method: 'GET', route: routePaths.adminAuditLog, address, msg },
    { code: 'antiforgery', user, method: 'POST', route: routePaths.entrySave, address, msg },
    { code: 'cross-site', method: 'POST', route: routePaths.entrySave, address, msg },
    { code: expect.any(String), method: 'POST', route: identityPaths.forgotPassword, address, msg },
  ])
  expect(lines.join('')).not.toContain(player.token)
})
