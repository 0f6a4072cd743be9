import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import type { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setRole } from '#server/users/user-store.ts'
import { addUserOfAccount } from '#test/support/account-rows.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import {
  createFormBrowser,
  type FormBrowser,
  type FormResponse,
  register,
  tokenOf,
} from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'

const password = 'long drive into rough'
const path = '/Identity/Account/SecondFactor'
const clock = buildClock(new Date())

let count = 0
async function addPlayer(server: IdentityServer): Promise<string> {
  count += 1
  const email = `player-${count}@example.org`
  await register(createFormBrowser(server.url), { name: `Player ${count}`, email, password })
  return email
}

function codeOf(app: TOTP, steps = 0): string {
  return app.generate({ timestamp: clock.now().getTime() + steps * 30_000 })
}

function recoveryCodesOf({ text }: FormResponse): string[] {
  return [...text.matchAll(/<li>([a-z2-9-]{19})<\/li>/g)].map(([, code = '']) => code)
}

describe('with a second factor', () => {
  let server: IdentityServer
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let email: string
  let browser: FormBrowser
  beforeAll(async () => {
    opened = await openTestDatabase(sqlite)
    server = await startIdentityServer({ database: opened.database, clock, rateLimitFactor: 1 })
  })
  afterAll(async () => {
    await server.close()
    await opened.remove()
  })
  beforeEach(async () => {
    // The limits per network address would stop the tests, which share one.
    clock.advance(60 * 60_000)
    email = await addPlayer(server)
    browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
  })

  async function turnOn(): Promise<{ app: TOTP; recoveryCodes: string[] }> {
    const page = await browser.get(path)
    const app = scanAuthenticatorKey(page)
    const done = await browser.submit(page, { password, code: codeOf(app) })
    return { app, recoveryCodes: recoveryCodesOf(done) }
  }

  async function enterPassword(from = createFormBrowser(server.url)) {
    const attempt = beginSignIn(server.url)
    const form = await openSignIn(from, attempt)
    const page = await from.follow(await from.submit(form, { email, password }), isCallback)
    return { from, attempt, page }
  }

  test('it is turned on with the password and a code; a typing error does not change the picture', async () => {
    const page = await browser.get(path)
    const app = scanAuthenticatorKey(page)
    expect(page.text).toContain('<svg')
    expect(page.text).toMatch(/id="code"[^>]*inputmode="numeric"/)
    expect(page.text).toMatch(/id="code"[^>]*autocomplete="one-time-code"/)
    const wrongPassword = await browser.submit(page, { password: 'wrong', code: codeOf(app) })
    expect(wrongPassword.text).toContain('This is not your current password.')
    expect(scanAuthenticatorKey(wrongPassword).secret.base32).toBe(app.secret.base32)
    const wrongCode = await browser.submit(page, { password, code: '000000' })
    expect(wrongCode.text).toContain('This code is wrong or has already been used.')
    const done = await browser.submit(wrongCode, { password, code: codeOf(app) })
    expect(recoveryCodesOf(done)).toHaveLength(10)
    expect((await browser.get('/Identity/Account/Manage')).text).toContain(
      'On: you sign in with your password and a code',
    )
    const stored = await opened.database.db.selectFrom('second_factors').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(app.secret.base32)
    const digests = await opened.database.db.selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(digests)).not.toContain(recoveryCodesOf(done)[0]?.replaceAll('-', ''))
  })

  test('deleting the account needs the password and a code', async () => {
    const { app } = await turnOn()
    const accounts = () => opened.database.db.selectFrom('accounts').select('id').where('email', '=', email).execute()
    const page = await browser.get('/Identity/Account/Delete')
    clock.advance(60_000)
    for (const typed of [{ password }, { password, code: '000000' }, { password: 'wrong', code: codeOf(app) }])
      expect((await browser.submit(page, typed)).status).toBe(400)
    expect(await accounts()).toHaveLength(1)
    const done = await browser.submit(page, { password, code: codeOf(app) })
    expect(done.text).toContain('Your account has been deleted')
    expect(await accounts()).toEqual([])
    expect((await browser.get('/Identity/Account/Manage')).location?.pathname).toBe('/connect/authorize')
  })

  test('a secret that another account was shown is refused', async () => {
    const page = await browser.get(path)
    const stolen = /name="secret" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const other = createFormBrowser(server.url)
    await signIn(other, server.url, { email: await addPlayer(server), password })
    const answer = await other.submit(await other.get(path), {
      password,
      code: codeOf(scanAuthenticatorKey(page)),
      secret: stolen,
    })
    expect(answer.text).toContain('This code is wrong or has already been used.')
  })

  test('signing in then needs a code of the app, the previous or the next one, and each works once', async () => {
    const { app } = await turnOn()
    const { from, attempt, page } = await enterPassword()
    expect(page.text).toContain('<h1>Enter your code</h1>')
    expect((await from.submit(page, { code: codeOf(app, -1) })).status).toBe(400)
    expect((await from.submit(page, { code: codeOf(app) })).status).toBe(400)
    expect((await from.submit(page, { code: codeOf(app, 2) })).status).toBe(400)
    const answer = await from.follow(await from.submit(page, { code: codeOf(app, 1) }), isCallback)
    const { accessToken } = await redeemTokens(server.url, answer, attempt)
    expect(decodeJwt(accessToken)['email']).toBe(email)
    const again = await enterPassword()
    expect((await again.from.submit(again.page, { code: codeOf(app, 1) })).status).toBe(400)
    clock.advance(90_000)
    expect((await again.from.submit(again.page, { code: codeOf(app, -1) })).status).toBe(303)
  })

  test('of concurrent sign-ins with the same code, one succeeds', async () => {
    const { app } = await turnOn()
    clock.advance(60_000)
    const attempts = await Promise.all([1, 2, 3].map(() => enterPassword()))
    const answers = await Promise.all(attempts.map(({ from, page }) => from.submit(page, { code: codeOf(app) })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400])
  })

  test('the password alone neither finishes the sign-in nor skips to its end', async () => {
    await turnOn()
    const { from, page } = await enterPassword()
    const uid = page.url.pathname.split('/').at(-2) ?? ''
    const resumed = await from.follow(await from.get(`/connect/authorize/${uid}`), isCallback)
    expect(resumed.text).toContain('<h1>Sign in to Player Pool</h1>')
    const stranger = createFormBrowser(server.url)
    const form = await openSignIn(stranger, beginSignIn(server.url))
    expect((await stranger.get(`${form.url.pathname}/SecondFactor`)).location?.pathname).toBe('/')
  })

  test('a recovery code replaces the app once, however it is typed', async () => {
    const { recoveryCodes } = await turnOn()
    const typed = recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    const { from, page } = await enterPassword()
    const recovery = await from.get(`${page.url.pathname}?recovery`)
    expect(recovery.text).toContain('<h1>Enter a recovery code</h1>')
    expect((await from.submit(recovery, { code: 'aaaa-bbbb-cccc-dddd' })).text).toContain('Enter a recovery code')
    expect((await from.submit(recovery, { code: typed })).status).toBe(303)
    const again = await enterPassword()
    expect((await again.from.submit(again.page, { code: typed, recovery: 'yes' })).status).toBe(400)
    expect((await browser.get(path)).text).toContain('You have 9 recovery codes left.')
  })

  /** Somebody who knows the password. */
  async function guess(times: number, kind: 'code' | 'recovery code' = 'code') {
    const { from, page } = await enterPassword()
    let answer = page
    for (let attempt = 0; attempt < times; attempt += 1)
      answer = await from.submit(page, { code: kind === 'code' ? '000000' : `wrong-${attempt}` })
    return { from, page, answer }
  }

  test('the waits between guesses grow to an hour, and end', async () => {
    const { app } = await turnOn()
    clock.advance(60_000)
    const minutes = (count: number) => clock.advance(count * 60_000)
    const expectWait = async (wait: string) => {
      const { from, page } = await enterPassword()
      const refused = await from.submit(page, { code: codeOf(app) })
      expect(refused.text).toContain(`Too many attempts. Try again ${wait}.`)
    }
    for (const wait of ['in 13 minutes', 'in 30 minutes']) {
      await guess(5)
      await expectWait('in a minute')
      minutes(1)
      await guess(5)
      minutes(1)
      await expectWait('in 13 minutes')
      minutes(13)
      if (wait !== 'in 13 minutes') await expectWait(wait)
    }
    minutes(30)
    const later = await enterPassword()
    expect((await later.from.submit(later.page, { code: codeOf(app) })).status).toBe(303)
  })

  test('who knows the password locks out neither a device of the owner nor the recovery codes', async () => {
    const { app, recoveryCodes } = await turnOn()
    clock.advance(60_000)
    browser.deleteCookie('identity')
    for (const kind of ['code', 'recovery code'] as const) {
      const { from, page } = await guess(20, kind)
      expect((await from.submit(page, { code: codeOf(app) })).text).toContain('Too many attempts.')
    }
    const known = await enterPassword(browser)
    expect((await known.from.submit(known.page, { code: codeOf(app) })).status).toBe(303)
    const { from, page } = await enterPassword()
    const token = tokenOf(page)
    const fields = { code: recoveryCodes[0] ?? '', recovery: 'yes', token }
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
    expect((await from.post(page.url.pathname, fields, elsewhere)).status).toBe(303)
  })

  test('a device counts as known only since the second factor was turned on', async () => {
    const stranger = createFormBrowser(server.url)
    await signIn(stranger, server.url, { email, password })
    stranger.deleteCookie('identity')
    const { app } = await turnOn()
    clock.advance(60_000)
    await guess(20)
    const { from, page } = await enterPassword(stranger)
    expect((await from.submit(page, { code: codeOf(app) })).text).toContain('Too many attempts.')
  })

  test('the owner gets one email after the third wrong code, however many emails they have been sent', async () => {
    for (let sent = 0; sent < 6; sent += 2) {
      const { recoveryCodes } = await turnOn()
      clock.advance(60_000)
      await browser.submit(await browser.get(path), { password, code: recoveryCodes[0] ?? '', action: 'off' })
    }
    await turnOn()
    const { db } = opened.database
    const mails = () =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', email)
        .where('request_key', 'like', 'wrong-codes:%')
        .execute()
    await guess(2)
    expect(await mails()).toHaveLength(0)
    await guess(1)
    expect(await mails()).toHaveLength(1)
    await guess(4)
    expect(await mails()).toHaveLength(1)
  })

  test('new recovery codes end the old ones; turning it off needs password and code; the owner is notified', async () => {
    const { app, recoveryCodes } = await turnOn()
    const [used = '', old = ''] = recoveryCodes
    const page = await browser.get(path)
    const renewed = await browser.submit(page, { password, code: used, action: 'renew' })
    const [fresh = ''] = recoveryCodesOf(renewed)
    expect((await browser.submit(page, { password, code: old, action: 'off' })).status).toBe(400)
    expect((await browser.submit(page, { password: 'wrong', code: fresh, action: 'off' })).status).toBe(400)
    clock.advance(60_000)
    const off = await browser.follow(await browser.submit(page, { password, code: codeOf(app), action: 'off' }))
    expect(off.text).toContain('The second factor has been turned off.')
    await signIn(createFormBrowser(server.url), server.url, { email, password })
    const emails = await opened.database.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
    expect(emails).toHaveLength(3)
  })

  test('a password that is chosen through a link or on the account page still needs the code', async () => {
    await turnOn()
    const other = 'putter on a wet green'
    const manage = await browser.get('/Identity/Account/Manage')
    const form = '/Identity/Account/Manage/Password'
    const answer = await browser.submit(manage, { oldPassword: password, password: other }, form)
    expect((await browser.follow(answer)).text).toContain('<h1>Enter your code</h1>')
  })
})

describe('when organisers must have one', () => {
  let server: IdentityServer
  beforeAll(async () => {
    server = await startIdentityServer({ requireSecondFactor: 'organisers', clock })
  })
  afterAll(() => server.close())

  async function addOrganiser(): Promise<string> {
    const email = await addPlayer(server)
    const { db } = server.database
    await setRole(db, await addUserOfAccount(db, email, clock.now()), 'power', true)
    return email
  }

  test('they set it up when they sign in, then continue, and cannot turn it off', async () => {
    const email = await addOrganiser()
    const browser = createFormBrowser(server.url)
    const attempt = beginSignIn(server.url)
    const form = await openSignIn(browser, attempt)
    const page = await browser.follow(await browser.submit(form, { email, password }), isCallback)
    expect(page.text).toContain('<h1>Set up your second factor</h1>')
    const app = scanAuthenticatorKey(page)
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.text).toContain('This code is wrong or has already been used.')
    const done = await browser.submit(wrong, { code: codeOf(app) })
    const [code = ''] = recoveryCodesOf(done)
    const next = /class="button" href="([^"]*)">Continue to Player Pool/.exec(done.text)?.[1] ?? ''
    const answer = await browser.follow(await browser.get(new URL(next).pathname), isCallback)
    await redeemTokens(server.url, answer, attempt)
    const off = await browser.submit(await browser.get(path), { password, code, action: 'off' })
    expect((await browser.follow(off)).text).toContain('Organisers of this pool cannot turn it off.')
    const audit = await server.database.db.selectFrom('audit_log').select(['action', 'user_id']).execute()
    expect(audit).toEqual([{ action: 'second factor turned on', user_id: 1 }])
  })

  test('players need none, and a session from before the role ends at its next renewal', async () => {
    const email = await addPlayer(server)
    const browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
    const renew = async () => {
      const { path } = beginSignIn(server.url, { prompt: 'none' })
      return (await browser.follow(await browser.get(path), isCallback)).location?.searchParams.get('error') ?? null
    }
    expect(await renew()).toBeNull()
    const { db } = server.database
    const userId = await addUserOfAccount(db, email, clock.now())
    expect(await renew()).toBeNull()
    await setRole(db, userId, 'admin', true)
    expect(await renew()).toBe('login_required')
  })
})

test('the owner is notified of each change, in the transaction of the change', async () => {
  const { database, remove } = await openTestDatabase(sqlite)
  const { db } = database
  const server = await startIdentityServer({ database, clock, isOutboxRunning: false })
  const browser = createFormBrowser(server.url)
  await signIn(browser, server.url, { email: await addPlayer(server), password })
  const submit = async (app: TOTP, fields: Record<string, string> = {}) => {
    clock.advance(30_000)
    return browser.submit(await browser.get(path), { password, code: codeOf(app), ...fields })
  }

  // As if the process died before it writes the notice.
  await sql`create trigger no_notice before insert on outbox begin select raise(abort, 'died'); end`.execute(db)
  const proposal = await browser.get(path)
  const typed = { password, code: codeOf(scanAuthenticatorKey(proposal)) }
  expect((await browser.submit(proposal, typed)).status).toBe(500)
  expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([])
  await sql`drop trigger no_notice`.execute(db)

  expect((await browser.submit(proposal, typed)).status).toBe(200)
  expect((await submit(scanAuthenticatorKey(proposal), { action: 'renew' })).status).toBe(200)
  expect((await submit(scanAuthenticatorKey(proposal), { action: 'off' })).status).toBe(303)
  const emails = await db.selectFrom('outbox').select('message').orderBy('id').execute()
  expect(emails.map(({ message }) => JSON.parse(message).subject)).toEqual([
    'The second factor for your account was turned on',
    'The recovery codes for your account were renewed',
    'The second factor for your account was turned off',
  ])
  await server.close()
  await remove()
})
