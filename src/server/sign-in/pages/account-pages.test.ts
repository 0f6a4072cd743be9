import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isSignedIn, openLink } from '#test/support/account-steps.ts'
import {
  createFormBrowser,
  type FormBrowser,
  type FormResponse,
  register,
  tokenOf,
} from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, openSignIn, signIn } from '#test/support/oidc-client.ts'
import { countWaitingMessages } from '#test/support/outbox-rows.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'

const password = 'long drive into rough'
const other = 'putter on a wet green'
const minute = 60_000

const sink = await startSmtpSink()
afterAll(() => sink.close())

let count = 0
function newAddress(): string {
  count += 1
  return `player-${count}@example.org`
}

async function registerAccount(
  server: IdentityServer,
  email: string,
  chosen = password,
  browser = createFormBrowser(server.url),
) {
  return { browser, answer: await register(browser, { email, password: chosen }) }
}

/** The page without the parts that differ on every request, which have a fixed length. */
function withoutToken({ text }: FormResponse): string {
  const random = /name="token" value="[^"]*"|&quot;challenge&quot;:&quot;[^&]*&quot;/g
  return text.replace(random, '').replace(/Login\/[\w-]+/g, 'Login/…')
}

describe('with mail', () => {
  let server: IdentityServer
  let database: Database
  let remove: () => Promise<void>
  const clock = buildClock(new Date())
  beforeAll(async () => {
    const opened = await openTestDatabase(sqlite)
    database = opened.database
    remove = opened.remove
    server = await startIdentityServer({ smtpUrl: sink.url, database, clock })
  })
  afterAll(async () => {
    await server.close()
    await remove()
  })

  async function addConfirmed(): Promise<string> {
    const email = newAddress()
    const { browser } = await registerAccount(server, email)
    const page = await openLink(browser, getLink(await sink.nextMailTo(email)))
    await browser.submit(page, { password })
    return email
  }

  test('a new address is confirmed by link and password and then signed in', async () => {
    const email = newAddress()
    const { browser, answer } = await registerAccount(server, email)
    expect(answer.text).toContain('If this address can be used, we have sent an email to it.')
    const link = getLink(await sink.nextMailTo(email))
    const page = await openLink(browser, link)
    expect(page.text).toContain(email)
    const wrong = await browser.submit(page, { password: other })
    expect(wrong.text).toContain('role="alert" id="form-error">Wrong email or password.')
    // A screen reader reads the error with the field that has the focus.
    expect(wrong.text).toMatch(/id="password"[^>]*aria-describedby="form-error" autofocus/)
    expect((await browser.submit(page, { password })).location?.pathname).toBe('/')
    const tokens = await signIn(browser, server.url, { email, password: 'not needed' })
    expect((await server.verifier.verify(tokens.accessToken)).profile).toMatchObject({
      email,
      emailVerified: true,
    })
    expect((await openLink(browser, link)).status).toBe(410)
  })

  test('an unconfirmed address cannot sign in; trying sends a new link', async () => {
    const email = newAddress()
    await registerAccount(server, email)
    const old = getLink(await sink.nextMailTo(email))
    const browser = createFormBrowser(server.url)
    const page = await openSignIn(browser, beginSignIn(server.url))
    const answer = await browser.submit(page, { email, password })
    expect(answer.text).toContain('Check your email')
    const fresh = getLink(await sink.nextMailTo(email))
    expect((await openLink(browser, old)).status).toBe(410)
    expect((await openLink(browser, fresh)).status).toBe(200)
  })

  test('registering someone else’s address first gains nothing: its owner chooses the password', async () => {
    const email = newAddress()
    await registerAccount(server, email, other)
    const first = await sink.nextMailTo(email)
    const { browser } = await registerAccount(server, email, password)
    const second = await sink.nextMailTo(email)
    expect(second.data).toContain('Subject: Finish your registration')
    const trap = await openLink(browser, getLink(first))
    expect((await browser.submit(trap, { password })).text).toContain('Wrong email or password.')
    const page = await openLink(browser, getLink(second))
    expect((await browser.submit(page, { password })).text).toContain('has been changed')
    await signIn(createFormBrowser(server.url), server.url, { email, password })
    const stranger = createFormBrowser(server.url)
    const attempt = await openSignIn(stranger, beginSignIn(server.url))
    expect((await stranger.submit(attempt, { email, password: other })).text).toContain('Wrong email or password.')
    expect((await openLink(stranger, getLink(first))).status).toBe(410)
  })

  test('registration responds the same for a new and a taken address and emails the owner', async () => {
    const email = await addConfirmed()
    const taken = await registerAccount(server, email)
    const fresh = await registerAccount(server, newAddress())
    expect(withoutToken(taken.answer)).toBe(withoutToken(fresh.answer))
    expect(taken.answer.status).toBe(fresh.answer.status)
    expect((await sink.nextMailTo(email)).data).toContain('Subject: You already have an account')
    const browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
  })

  test('a confirmation link is valid for 24 hours, a reset link for one hour', async () => {
    const email = newAddress()
    const { browser } = await registerAccount(server, email)
    const confirmation = getLink(await sink.nextMailTo(email))
    clock.advance(24 * 60 * minute - 1)
    expect((await openLink(browser, confirmation)).status).toBe(200)
    const form = await browser.get('/Identity/Account/ForgotPassword')
    await browser.submit(form, { email })
    const reset = getLink(await sink.nextMailTo(email))
    clock.advance(1)
    expect((await openLink(browser, confirmation)).status).toBe(410)
    clock.advance(60 * minute - 2)
    expect((await openLink(browser, reset)).status).toBe(200)
    clock.advance(1)
    expect((await openLink(browser, reset)).status).toBe(410)
  })

  test('a reset link changes the password once and ends every session', async () => {
    const email = await addConfirmed()
    const elsewhere = createFormBrowser(server.url)
    await signIn(elsewhere, server.url, { email, password })
    const browser = createFormBrowser(server.url)
    const unknown = await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), {
      email: 'nobody@example.org',
    })
    const known = await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
    expect(withoutToken(known)).toBe(withoutToken(unknown))
    const link = getLink(await sink.nextMailTo(email))
    const stored = await database.db.selectFrom('account_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(link.searchParams.get('code'))

    const page = await openLink(browser, link)
    const weak = await browser.submit(page, { password: 'password1' })
    expect(weak.text).toContain('This password is too common. Choose another.')
    const done = await browser.submit(page, { password: other })
    expect(done.text).toContain('Your password has been changed')
    expect((await browser.submit(page, { password })).status).toBe(410)
    expect(await isSignedIn(elsewhere, server.url)).toBe(false)
    expect((await sink.nextMailTo(email)).data).toContain('Subject: Your password was changed')

    // The browser that opened the link is signed in without the new password.
    await signIn(browser, server.url, { email, password: 'not needed' })
    await signIn(createFormBrowser(server.url), server.url, { email, password: other })
    const old = await openSignIn(elsewhere, beginSignIn(server.url))
    expect((await elsewhere.submit(old, { email, password })).text).toContain('Wrong email or password.')
  })

  test('a new address takes effect when its link is opened, and the old address is notified', async () => {
    const email = await addConfirmed()
    const browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
    const page = await browser.get('/Identity/Account/Manage')
    const form = '/Identity/Account/Manage/Email'
    const wanted = newAddress()
    const wrong = await browser.submit(page, { email: wanted, emailPassword: 'wrong' }, form)
    expect(wrong.text).toContain('This is not your current password.')
    expect(wrong.text).toContain(`value="${wanted}"`)
    const asked = await browser.follow(await browser.submit(page, { email: wanted, emailPassword: password }, form))
    expect(asked.text).toContain('We have sent a link to the new address.')
    const link = getLink(await sink.nextMailTo(wanted))
    const phone = createFormBrowser(server.url)
    expect((await openLink(phone, link)).text).toContain('<h1>Sign in first</h1>')
    await signIn(phone, server.url, { email, password })
    const confirmation = await openLink(phone, link)
    expect(confirmation.text).toContain(wanted)
    expect((await phone.submit(confirmation, {})).text).toContain('Your address has been changed')
    expect((await sink.nextMailTo(email)).data).toContain(wanted)
    await signIn(createFormBrowser(server.url), server.url, { email: wanted, password })
  })

  test('a change of address ends the links that were sent to the old one', async () => {
    const email = await addConfirmed()
    const browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
    await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
    const reset = getLink(await sink.nextMailTo(email))
    const wanted = newAddress()
    const page = await browser.get('/Identity/Account/Manage')
    await browser.submit(page, { email: wanted, emailPassword: password }, '/Identity/Account/Manage/Email')
    const confirmation = await openLink(browser, getLink(await sink.nextMailTo(wanted)))
    expect((await openLink(browser, reset)).status).toBe(200)
    expect((await browser.submit(confirmation, {})).text).toContain('Your address has been changed')
    expect((await openLink(browser, reset)).status).toBe(410)
  })

  test('requesting a taken address looks the same', async () => {
    const [email, taken] = [await addConfirmed(), await addConfirmed()]
    const browser = createFormBrowser(server.url)
    await signIn(browser, server.url, { email, password })
    const page = await browser.get('/Identity/Account/Manage')
    const answer = await browser.submit(
      page,
      { email: taken, emailPassword: password },
      '/Identity/Account/Manage/Email',
    )
    expect((await browser.follow(answer)).text).toContain('We have sent a link to the new address.')
    expect((await sink.nextMailTo(taken)).data).toContain('Subject: You already have an account')
  })
})

describe('the account page', () => {
  let server: IdentityServer
  let email: string
  let browser: FormBrowser
  beforeAll(async () => {
    server = await startIdentityServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    email = newAddress()
    await registerAccount(server, email)
    browser = createFormBrowser(server.url)
  })
  const managePath = '/Identity/Account/Manage'

  test('without mail, a forgotten password is for the organiser: no page asks for an address or claims to send a link', async () => {
    const page = await browser.get('/Identity/Account/ForgotPassword')
    expect(page.text).toContain('This pool does not send emails')
    expect(page.text).toContain('npm run admin -- reset-password EMAIL')
    expect(page.text).not.toContain('<form')
  })

  test('uses the app’s sign-in page and returns', async () => {
    const page = await browser.follow(await browser.get(managePath))
    expect(page.text).toContain('<h1>Sign in to Player Pool</h1>')
    const answer = await browser.follow(await browser.submit(page, { email, password }))
    expect(answer.url.pathname).toBe(managePath)
    expect(answer.text).toContain(`value="${email}"`)
    expect(await isSignedIn(browser, server.url)).toBe(true)
  })

  test('changes the name, which the next token contains', async () => {
    await signIn(browser, server.url, { email, password })
    const page = await browser.get(managePath)
    const empty = await browser.submit(page, { name: ' \u200b ' }, `${managePath}/Name`)
    expect(empty.text).toContain('Enter your name.')
    const saved = await browser.follow(await browser.submit(page, { name: ' Ada  Lovelace ' }, `${managePath}/Name`))
    expect(saved.text).toContain('Your name has been saved.')
    const { accessToken } = await signIn(browser, server.url, { email, password })
    expect((await server.verifier.verify(accessToken)).profile?.name).toBe('Ada Lovelace')
  })

  test('changes the password if the old one is right, ends all other sessions and keeps this one', async () => {
    const elsewhere = createFormBrowser(server.url)
    await signIn(elsewhere, server.url, { email, password })
    await signIn(browser, server.url, { email, password })
    const page = await browser.get(managePath)
    const form = `${managePath}/Password`
    const wrong = await browser.submit(page, { oldPassword: 'wrong', password: other }, form)
    expect(wrong.text).toContain('This is not your current password.')
    const answer = await browser.submit(page, { oldPassword: password, password: other }, form)
    const back = await browser.follow(answer)
    expect(back.url.pathname).toBe(managePath)
    expect(await isSignedIn(browser, server.url)).toBe(true)
    expect(await isSignedIn(elsewhere, server.url)).toBe(false)
  })

  test('signs out everywhere', async () => {
    const elsewhere = createFormBrowser(server.url)
    await signIn(elsewhere, server.url, { email, password })
    await signIn(browser, server.url, { email, password })
    const page = await browser.get(managePath)
    const answer = await browser.follow(await browser.submit(page, {}, `${managePath}/SignOut`))
    expect(answer.text).toContain('You successfully logged out!')
    expect(await isSignedIn(browser, server.url)).toBe(false)
    expect(await isSignedIn(elsewhere, server.url)).toBe(false)
  })

  test('lists where the account is signed in, and signs out one device', async () => {
    const phone = createFormBrowser(server.url)
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' }
    await signIn(phone, server.url, { email, password })
    const { path } = beginSignIn(server.url, { prompt: 'none' })
    await phone.get(path, { ...agent, 'x-forwarded-for': '203.0.113.9' })
    await signIn(browser, server.url, { email, password })
    const page = await browser.get(managePath)
    const devices = [...page.text.matchAll(/<li>\n<div><p><strong>(.*)<\/p>\n<p class="small-print">(.*)<\/p>/g)]
    expect(devices.map(([, device]) => device)).toEqual([
      'Unknown browser</strong> (this device)',
      'Safari on iPhone</strong>',
    ])
    expect(devices[1]?.[2]).toMatch(
      /^Signed in <time datetime=.*\d\.\d{3}Z">.* UTC<\/time>\. Last used <time .* UTC<\/time> from 203\.0\.113\.9\.$/,
    )
    const [own = '', other = ''] = [...page.text.matchAll(/name="session" value="([^"]*)"/g)].map(([, uid]) => uid)
    const form = `${managePath}/EndSession`
    const answer = await browser.follow(await browser.submit(page, { session: other }, form))
    expect(answer.text).toContain('The device has been signed out.')
    expect(await isSignedIn(phone, server.url)).toBe(false)
    expect(await isSignedIn(browser, server.url)).toBe(true)
    const gone = await browser.follow(await browser.submit(answer, { session: own }, form))
    expect(gone.text).toContain('You successfully logged out!')
    expect(await isSignedIn(browser, server.url)).toBe(false)
  })

  test('cannot sign out a device of another account', async () => {
    await signIn(browser, server.url, { email, password })
    const stranger = createFormBrowser(server.url)
    const theirs = newAddress()
    await registerAccount(server, theirs)
    await signIn(stranger, server.url, { email: theirs, password })
    const [, uid = ''] = /name="session" value="([^"]*)"/.exec((await stranger.get(managePath)).text) ?? []
    await browser.submit(await browser.get(managePath), { session: uid }, `${managePath}/EndSession`)
    expect(await isSignedIn(stranger, server.url)).toBe(true)
  })

  test('refuses a form of another session', async () => {
    await signIn(browser, server.url, { email, password })
    const before = await browser.get(managePath)
    await browser.follow(await browser.submit(before, {}, `${managePath}/SignOut`))
    await signIn(browser, server.url, { email, password })
    expect((await browser.submit(before, { name: 'Eve' }, `${managePath}/Name`)).status).toBe(403)
  })

  test('without mail a new address takes effect at once, unless it is taken', async () => {
    await signIn(browser, server.url, { email, password })
    const taken = newAddress()
    await registerAccount(server, taken)
    const page = await browser.get(managePath)
    const form = `${managePath}/Email`
    const refused = await browser.submit(page, { email: taken, emailPassword: password }, form)
    expect(refused.text).toContain('This address cannot be used.')
    const wanted = newAddress()
    await browser.submit(page, { email: wanted, emailPassword: password }, form)
    await signIn(createFormBrowser(server.url), server.url, { email: wanted, password })
  })
})

describe('without mail', () => {
  test('registration errors appear at their fields, the first one is focused, and no input is lost', async () => {
    const server = await startIdentityServer()
    const browser = createFormBrowser(server.url)
    const form = await browser.get('/Identity/Account/Register')
    const answer = await browser.submit(form, { name: 'Ada', email: 'ada@', password: 'fairway' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('value="Ada"')
    expect(answer.text).toContain('value="ada@"')
    expect(answer.text).toMatch(/id="email"[^>]*aria-describedby="email-error" aria-invalid="true" autofocus/)
    expect(answer.text).toMatch(/id="email-error">Enter an email address/)
    expect(answer.text).toContain('Use at least 8 characters.')
    // One line about the length, and never the password.
    expect(answer.text).not.toMatch(/At least 8 characters|fairway/)
    await server.close()
  })

  test('a taken address is refused, and its account is unchanged', async () => {
    const server = await startIdentityServer()
    const email = newAddress()
    await registerAccount(server, email)
    const { answer } = await registerAccount(server, email.toUpperCase(), other)
    expect(answer.text).toContain('This address cannot be used. If it is yours, sign in.')
    await signIn(createFormBrowser(server.url), server.url, { email, password })
    await server.close()
  })
})

describe('guessing', () => {
  async function attempt(
    server: IdentityServer,
    email: string,
    typed: string,
    address: string,
    browser = createFormBrowser(server.url),
  ) {
    const page = await openSignIn(browser, beginSignIn(server.url))
    const token = tokenOf(page)
    return browser.post(page.url.pathname, { email, password: typed, token }, { 'x-forwarded-for': address })
  }

  test('unknown and wrong accounts get the same response, and so do both beyond the limit', async () => {
    const clock = buildClock(new Date())
    const server = await startIdentityServer({ rateLimitFactor: 1, clock })
    const email = newAddress()
    await registerAccount(server, email)
    // As long as the known address, so that the page size reveals nothing.
    const unknown = email.replace('player', 'nobody')
    const attemptBoth = async (typed: string, address: string) => {
      const answers = [await attempt(server, unknown, typed, address), await attempt(server, email, typed, address)]
      return answers.map((answer) => [answer.status, withoutToken(answer).replaceAll(unknown, email)])
    }
    for (let attempts = 1; attempts <= 20; attempts += 1) {
      const [first, second] = await attemptBoth('wrong', `203.0.113.${attempts}`)
      expect(second).toEqual(first)
      expect(first?.[0]).toBe(400)
    }
    const [first, second] = await attemptBoth(password, '203.0.113.99')
    expect(second).toEqual(first)
    expect(first?.[0]).toBe(429)
    expect(first?.[1]).toContain(
      'Too many attempts for this address. Try again in 15 minutes, use a device on which you have signed in before, or',
    )
    expect(first?.[1]).toContain('<a href="/Identity/Account/ForgotPassword">choose a new password</a>')
    clock.advance(15 * minute)
    expect((await attempt(server, email, password, '203.0.113.99')).status).toBe(303)
    await server.close()
  })

  test('from elsewhere does not lock the owner out of a known device', async () => {
    const server = await startIdentityServer({ rateLimitFactor: 1 })
    const email = newAddress()
    const own = createFormBrowser(server.url)
    await registerAccount(server, email, password, own)
    own.deleteCookie('identity_ticket')
    for (let attempts = 1; attempts <= 21; attempts += 1) await attempt(server, email, 'wrong', `203.0.113.${attempts}`)
    expect((await attempt(server, email, password, '203.0.113.50')).status).toBe(429)
    expect((await attempt(server, email, password, '198.51.100.7', own)).status).toBe(303)
    // A device known to one account does not help with another.
    const stranger = newAddress()
    await registerAccount(server, stranger)
    for (let attempts = 1; attempts <= 21; attempts += 1)
      await attempt(server, stranger, 'wrong', `203.0.114.${attempts}`)
    expect((await attempt(server, stranger, password, '203.0.113.50', own)).status).toBe(429)
    await server.close()
  })

  test('the device from which the owner ends all sign-ins stays known, the others do not', async () => {
    const server = await startIdentityServer({ rateLimitFactor: 1 })
    const [email, wanted] = [newAddress(), newAddress()]
    const [own, lost] = [createFormBrowser(server.url), createFormBrowser(server.url)]
    await registerAccount(server, email, password, own)
    await signIn(own, server.url, { email, password })
    await signIn(lost, server.url, { email, password })
    const manage = '/Identity/Account/Manage'
    const fields = { email: wanted, emailPassword: password }
    await own.submit(await own.get(manage), fields, `${manage}/Email`)
    await own.submit(await own.get(manage), {}, `${manage}/SignOut`)
    for (let attempts = 1; attempts <= 20; attempts += 1)
      await attempt(server, wanted, 'wrong', `203.0.113.${attempts}`)
    lost.deleteCookie('identity')
    expect((await attempt(server, wanted, password, '203.0.113.50', lost)).status).toBe(429)
    expect((await attempt(server, wanted, password, '203.0.113.51', own)).status).toBe(303)
    await server.close()
  })

  test('beyond the limit, a new password signs in at once and makes the device a known one', async () => {
    const { database, remove } = await openTestDatabase(sqlite)
    const server = await startIdentityServer({ rateLimitFactor: 1, smtpUrl: sink.url, database })
    const email = newAddress()
    await registerAccount(server, email)
    await sink.nextMailTo(email)
    for (let attempts = 1; attempts <= 20; attempts += 1) await attempt(server, email, 'wrong', `203.0.113.${attempts}`)
    expect((await attempt(server, email, password, '203.0.113.50')).status).toBe(429)
    const browser = createFormBrowser(server.url)
    await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
    const page = await openLink(browser, getLink(await sink.nextMailTo(email)))
    await browser.submit(page, { password: other })
    await signIn(browser, server.url, { email, password: 'not needed' })
    browser.deleteCookie('identity')
    expect((await attempt(server, email, other, '203.0.113.51', browser)).status).toBe(303)
    await server.close()
    await remove()
  })

  test('from one network is limited across all accounts', async () => {
    const server = await startIdentityServer({ rateLimitFactor: 25 / 300 })
    const statuses: number[] = []
    for (let attempts = 1; attempts <= 26; attempts += 1)
      statuses.push((await attempt(server, `p${attempts}@example.org`, 'wrong', `2001:db8:1:2::${attempts}`)).status)
    expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 400))
    const refused = await attempt(server, 'one@example.org', 'wrong', '2001:db8:1:2:ffff::1')
    expect([refused.status, statuses[25]]).toEqual([429, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
    expect(refused.text).toContain('Too many attempts from your network. Try again in 5 minutes.')
    expect((await attempt(server, 'one@example.org', 'wrong', '2001:db8:1:3::1')).status).toBe(400)
    await server.close()
  })

  test('one network can create 300 accounts in half an hour (here 5, at a sixtieth of all limits)', async () => {
    const server = await startIdentityServer({ rateLimitFactor: 5 / 300 })
    for (let index = 0; index < 5; index += 1)
      expect((await registerAccount(server, newAddress())).answer.status).toBe(303)
    const { answer } = await registerAccount(server, newAddress())
    expect(answer.status).toBe(429)
    expect(answer.text).toContain('Try again in 30 minutes.')
    await server.close()
  })

  test('emails about accounts have high priority', async () => {
    const database = openDatabase({ kind: 'sqlite', file: ':memory:' })
    const server = await startIdentityServer({ smtpUrl: sink.url, database })
    const email = newAddress()
    const { browser } = await registerAccount(server, email)
    await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
    for (let count = 0; count < 2; count += 1) await sink.nextMailTo(email)
    await server.close()
    const emails = await database.db.selectFrom('outbox').select('priority').execute()
    await database.close()
    expect(emails).toEqual([{ priority: 1 }, { priority: 1 }])
  })

  test('a mailbox receives at most five emails of a kind in half an hour, and further requests look the same', async () => {
    const { database, remove } = await openTestDatabase(sqlite)
    const server = await startIdentityServer({ rateLimitFactor: 1, smtpUrl: sink.url, database })
    const email = newAddress()
    const { browser } = await registerAccount(server, email)
    const pages: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const form = await browser.get('/Identity/Account/ForgotPassword')
      pages.push(withoutToken(await browser.submit(form, { email })))
    }
    expect(new Set(pages).size).toBe(1)
    await expect.poll(() => countWaitingMessages(database.db)).toBe(0)
    await server.close()
    const emails = await database.db.selectFrom('outbox').where('recipient', '=', email).selectAll().execute()
    // The first is the one that confirms the address.
    expect(emails).toHaveLength(1 + 5)
    await remove()
  })

  test('notices of a changed password and address arrive, however many emails anybody has requested', async () => {
    const { database, remove } = await openTestDatabase(sqlite)
    const server = await startIdentityServer({ rateLimitFactor: 1, smtpUrl: sink.url, database })
    const [email, wanted] = [newAddress(), newAddress()]
    const { browser } = await registerAccount(server, email)
    await browser.submit(await openLink(browser, getLink(await sink.nextMailTo(email))), { password })
    await signIn(browser, server.url, { email, password: 'not needed' })
    const stranger = createFormBrowser(server.url)
    for (let index = 0; index < 6; index += 1)
      await stranger.submit(await stranger.get('/Identity/Account/ForgotPassword'), { email })
    const manage = '/Identity/Account/Manage'
    const chosen = { oldPassword: password, password: other }
    await browser.follow(await browser.submit(await browser.get(manage), chosen, `${manage}/Password`))
    const change = { email: wanted, emailPassword: other }
    await browser.submit(await browser.get(manage), change, `${manage}/Email`)
    await browser.submit(await openLink(browser, getLink(await sink.nextMailTo(wanted))), {})
    const subjects = () =>
      sink.emails.filter(({ to }) => to.includes(email)).map(({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1])
    await expect
      .poll(() => subjects().slice(-2))
      .toEqual(['Your password was changed', 'Your email address was changed'])
    expect(subjects()).toHaveLength(1 + 5 + 2)
    await server.close()
    await remove()
  })
})

test.each(databaseKinds())(
  'on $name, a forgotten password and a code cost the same statements for a known and an unknown address',
  async (kind) => {
    const { database, remove } = await openTestDatabase(kind)
    const statements: string[] = []
    const recorded = database.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const server = await startIdentityServer({ smtpUrl: sink.url, database: { ...database, db: recorded } })
    const email = newAddress()
    const { browser } = await registerAccount(server, email)
    await expectSent(1)

    async function expectSent(count: number): Promise<void> {
      const listSent = () => database.db.selectFrom('outbox').select('id').where('sent_at', 'is not', null).execute()
      await expect.poll(async () => (await listSent()).length).toBe(count)
    }
    async function listStatements(page: () => Promise<FormResponse>, address: string, sent: number): Promise<string[]> {
      const form = await page()
      statements.length = 0
      await browser.submit(form, { email: address, action: 'mail' })
      await expectSent(sent)
      // How often the outbox queries for another mail depends on timing.
      return statements.filter((node) => node !== 'SelectQueryNode').toSorted()
    }

    const forgotten = () => browser.get('/Identity/Account/ForgotPassword')
    const known = await listStatements(forgotten, email, 2)
    expect(await listStatements(forgotten, 'stranger@example.org', 3)).toEqual(known)
    expect(known.filter((node) => node === 'InsertQueryNode')).toHaveLength(3)
    const code = () => openSignIn(browser, beginSignIn(server.url))
    expect(await listStatements(code, email, 4)).toEqual(await listStatements(code, 'stranger@example.org', 5))
    const recipients = await database.db.selectFrom('outbox').select('recipient').orderBy('id').execute()
    const nobody = 'nobody@player-pool.invalid'
    expect(recipients.map((row) => row.recipient)).toEqual([email, email, nobody, email, nobody])
    await server.close()
    await remove()
  },
)
