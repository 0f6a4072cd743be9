import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDevices, saveSubscription } from '#server/delivery/push/push-store.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { changeAccountEmail, confirmAccountEmail, findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import { createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { endSignIns } from '#server/sign-in/provider/provider-sessions.ts'
import { blockUser } from '#server/user-administration/user-blocking-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { addUserOfAccount, getAccount } from '#test/support/account-rows.ts'
import { isSignedIn, openLink } from '#test/support/account-steps.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import {
  createFormBrowser,
  type FormBrowser,
  type FormResponse,
  register,
  tokenOf,
} from '#test/support/form-browser.ts'
import { startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, type SignInAttempt } from '#test/support/oidc-client.ts'
import { countWaitingMessages } from '#test/support/outbox-rows.ts'
import { getLink, type ReceivedMail, startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { failWith, signInWith, startUpstreamServer, type UpstreamServer } from '#test/support/upstream-server.ts'

const password = 'long drive into rough'
const chosen = 'putter on a wet green'
const manage = '/Identity/Account/Manage'
const wrong = 'This code is wrong, has expired or has already been used.'
const expired = 'This sign-in has expired'
const minute = 60_000

const sink = await startSmtpSink()
afterAll(() => sink.close())

type Asked = { attempt: SignInAttempt; page: FormResponse }

describe.each(databaseKinds())('a code by email, over $name,', (kind) => {
  const clock = buildClock(new Date())
  let pool: UpstreamServer
  let remove: () => Promise<void>
  let email: string
  let browser: FormBrowser
  let count = 0

  beforeAll(async () => {
    const opened = await openTestDatabase(kind)
    remove = opened.remove
    const options = { smtpUrl: sink.url, database: opened.database, clock, rateLimitFactor: 1 }
    pool = await startUpstreamServer(['google'], { ...options, requireSecondFactor: 'organisers' })
  })
  afterAll(async () => {
    await pool.close()
    await remove()
  })
  beforeEach(() => {
    // The limits per network address would stop the tests, which share one.
    clock.advance(60 * minute)
    count += 1
    email = `player-${randomUUID()}@example.org`
    browser = newBrowser()
  })

  const url = () => pool.server.url
  const db = () => pool.server.database.db
  const newBrowser = () => createFormBrowser(url())
  const account = () => getAccount(db(), email)
  const addUser = () => addUserOfAccount(db(), email, clock.now())

  async function addAccount({ isConfirmed = true } = {}): Promise<void> {
    await register(newBrowser(), { email, password })
    await sink.nextMailTo(email)
    if (isConfirmed) await confirmAccountEmail(db(), (await account()).id)
  }

  async function ask(from = browser, address = email): Promise<Asked> {
    const attempt = beginSignIn(url())
    const form = await openSignIn(from, attempt)
    return { attempt, page: await from.follow(await from.submit(form, { email: address, action: 'mail' })) }
  }

  async function read(address = email) {
    const mail = await sink.nextMailTo(address, 'Subject: Your code')
    const [, code = ''] = /^Subject: Your code to sign in: (\d{6})\r$/m.exec(mail.data) ?? []
    return { code, link: linkIn(mail), data: mail.data }
  }

  /** An account, a sign-in that has asked for a code, and the code. */
  async function askWithAccount() {
    await addAccount()
    const asked = await ask()
    return { asked, ...(await read()) }
  }

  const linkIn = (mail: ReceivedMail) => {
    const { pathname, search } = getLink(mail)
    return pathname + search
  }

  const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const enter = (code: string, { page }: Asked, from = browser) => from.submit(page, { code })

  const continueWithoutPassword = async (answer: FormResponse, from = browser) =>
    from.submit(await from.follow(answer), { action: 'skip' })

  async function finish(answer: FormResponse, { attempt }: Asked, from = browser) {
    return decodeJwt((await redeemTokens(url(), await from.follow(answer, isCallback), attempt)).accessToken)
  }

  async function expectSignIn(code: string, asked: Asked, from = browser): Promise<void> {
    expect(await finish(await enter(code, asked, from), asked, from)).toMatchObject({ email })
  }

  async function expectWrong(code: string, asked: Asked, from = browser): Promise<void> {
    expect((await enter(code, asked, from)).text).toContain(wrong)
  }

  async function tryPassword(typed: string, from = newBrowser()): Promise<FormResponse> {
    return from.submit(await openSignIn(from, beginSignIn(url())), { email, password: typed })
  }

  /** The page without the parts that differ on every request. */
  const withoutToken = ({ text }: FormResponse) =>
    text.replace(/name="token" value="[^"]*"/, '').replace(/Login\/[\w-]+/g, 'Login/…')

  describe('instead of the password,', () => {
    test('signs in where it was asked for, once, typed or by the link and a click', async () => {
      await addAccount()
      const form = await openSignIn(browser, beginSignIn(url()))
      const mistyped = await browser.submit(form, { email: 'pat', password, action: 'mail' })
      expect([mistyped.status, mistyped.text]).toEqual([400, expect.stringContaining('Enter an email address')])
      expect(mistyped.text).toMatch(/value="pat"[^>]*aria-invalid="true" autofocus/)

      const asked = await ask()
      expect(asked.page.text).toContain(`If <strong>${email}</strong> has an account here`)
      // Going back to the form keeps the address.
      expect((await browser.get(asked.page.url.pathname.replace(/\/Code$/, ''))).text).toContain(`value="${email}"`)
      const { code, data } = await read()
      expect(data).not.toContain('Nobody has confirmed')
      const claims = await finish(await enter(` ${code.slice(0, 3)} ${code.slice(3)}`, asked), asked)
      expect(claims).toMatchObject({ sub: (await account()).id, email_verified: true })
      expect((await enter(code, asked)).status).toBe(400)
      // The password stays.
      expect((await tryPassword(password)).status).toBe(303)

      const again = newBrowser()
      const second = await ask(again)
      const { link } = await read()
      const page = await again.get(link)
      expect(page.text).toContain(`Continue as <strong>${email}</strong>`)
      const typed = /name="code"[^>]*value="(\d{6})"/.exec(page.text)?.[1] ?? ''
      expect(await finish(await enter(typed, { ...second, page }, again), second, again)).toMatchObject({ email })
    })

    test('a link opened elsewhere shows the code and signs nobody in there', async () => {
      const { asked, code, link } = await askWithAccount()
      const elsewhere = newBrowser()
      await elsewhere.get(manage)
      const page = await elsewhere.get(link)
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(`<h1>Your code: ${code}</h1>`)])
      expect(page.text).not.toContain('<form')
      expect(await isSignedIn(elsewhere, url())).toBe(false)
      // Nobody can put words of their own on the page.
      for (const text of ['<b>1</b>', '12345', '1234567', 'call+me'])
        expect((await elsewhere.get(link.replace(code, text))).status).toBe(400)
      await expectSignIn(code, asked)
    })

    test('programs that open all links of an email use up nothing', async () => {
      const { asked, code, link } = await askWithAccount()
      for (const from of [newBrowser(), browser])
        for (const method of ['GET', 'HEAD', 'GET']) {
          const opened = method === 'GET' ? await from.get(link) : await fetch(url() + link, { method })
          expect(opened.status).toBe(200)
        }
      expect(await isSignedIn(browser, url())).toBe(false)
      await expectSignIn(code, asked)
    })

    test('it is of no use in another browser, in another sign-in of the same one, or from another site', async () => {
      const { asked, code } = await askWithAccount()
      // A stranger asks for the same address, and knows the owner's code.
      const stranger = newBrowser()
      const theirs = await ask(stranger)
      await read()
      const other = await ask()
      const { code: newer } = await read()
      const path = asked.page.url.pathname
      const own = { token: tokenOf(asked.page), code }
      const foreign = { token: tokenOf(theirs.page), code }
      const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const uses: [where: string, () => Promise<FormResponse>, status: number, text?: string][] = [
        ['in the stranger’s sign-in', () => enter(code, theirs, stranger), 400, wrong],
        ['in it, with the address', () => stranger.submit(theirs.page, { code, email }), 400, wrong],
        ['in the owner’s, without its cookie', () => stranger.post(path, foreign), 400, expired],
        ['in another sign-in of the owner', () => enter(code, other), 400, wrong],
        ['from another site', () => browser.post(path, own, evil), 403],
        ['with the token of another form', () => browser.post(path, foreign), 403],
      ]
      for (const [where, use, status, text = ''] of uses) {
        const answer = await use()
        expect([where, answer.status, answer.text]).toEqual([where, status, expect.stringContaining(text)])
      }
      expect(await isSignedIn(stranger, url())).toBe(false)
      // Meanwhile the owner's codes are still good.
      await expectSignIn(newer, other)
    })

    test('it expires after ten minutes, and a newer one of the same sign-in replaces it', async () => {
      const { asked, code } = await askWithAccount()
      clock.advance(10 * minute - 1)
      const { location } = await enter(code, asked)
      expect(location?.pathname).toMatch(/^\/connect\/authorize\//)
      const late = newBrowser()
      const again = await ask(late)
      const first = await read()
      clock.advance(1)
      const form = await late.get(again.page.url.pathname.replace(/\/Code$/, ''))
      const page = await late.follow(await late.submit(form, { email, action: 'mail' }))
      const second = await read()
      await expectWrong(first.code, { ...again, page }, late)
      clock.advance(10 * minute)
      await expectWrong(second.code, { ...again, page }, late)
    })

    test('two clicks at once are one session', async () => {
      const { asked, code } = await askWithAccount()
      const answers = await Promise.all([enter(code, asked), enter(code, asked)])
      const ends = await Promise.all(
        answers.filter(({ status }) => status === 303).map((answer) => browser.follow(answer, isCallback)),
      )
      expect(ends.filter(({ location }) => location?.searchParams.has('code'))).toHaveLength(1)
      const sessions = db().selectFrom('provider_records').select('id').where('model', '=', 'Session')
      expect(await sessions.where('account_id', '=', (await account()).id).execute()).toHaveLength(1)
    })

    test.each<[string, () => Promise<unknown>]>([
      ['a new password', reset],
      ['a change of address', changeAddress],
      ['a block', block],
    ])('it ends with %s', async (_name, end) => {
      const { asked, code } = await askWithAccount()
      clock.advance(1)
      await end()
      const answer = await enter(code, asked)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await isSignedIn(browser, url())).toBe(false)
    })

    async function reset() {
      const { id } = await account()
      const code = await createCode(db(), 'reset-password', { accountId: id }, clock.now())
      const from = newBrowser()
      await from.submit(await from.get(`/Identity/Account/ResetPassword?code=${code}`), { password: chosen })
    }

    async function changeAddress() {
      const { id } = await account()
      const change = { isVerified: true, now: clock.now() }
      await inTransaction(db(), (trx) => changeAccountEmail(trx, id, `new-${email}`, change))
    }

    async function block() {
      const userId = await addUser()
      await inTransaction(db(), (trx) => blockUser(trx, userId, clock.now()))
    }
  })

  describe('is one factor', () => {
    async function turnOn(): Promise<{ code(): string }> {
      const owner = newBrowser()
      await owner.follow(await tryPassword(password, owner), isCallback)
      const page = await owner.get('/Identity/Account/SecondFactor')
      const app = scanAuthenticatorKey(page)
      const code = () => app.generate({ timestamp: clock.now().getTime() })
      expect((await owner.submit(page, { password, code: code() })).text).toContain('Your recovery codes')
      clock.advance(minute)
      return { code }
    }

    test('and an account with a second one is asked for that', async () => {
      await addAccount()
      const app = await turnOn()
      const asked = await ask()
      const { code } = await read()
      const second = await browser.follow(await enter(code, asked), isCallback)
      expect(second.text).toContain('<h1>Enter your code</h1>')
      expect((await browser.submit(second, { code })).text).toContain('This code is wrong')
      expect(await isSignedIn(browser, url())).toBe(false)
      // Without it, the same step does not set up another one.
      const parked = newBrowser()
      const half = await ask(parked)
      const step = await parked.follow(await enter((await read()).code, half, parked), isCallback)
      expect(await finish(await browser.submit(second, { code: app.code() }), asked)).toMatchObject({ email })
      const { id } = await account()
      for (const table of ['recovery_codes', 'second_factors'] as const) {
        await db().deleteFrom(table).where('account_id', '=', id).execute()
      }
      expect((await parked.get(step.url.pathname)).location?.pathname).toBe('/')
      expect((await parked.submit(step, { code: app.code(), secret: '' })).location?.pathname).toBe('/')
    })

    test('so a role that needs two never gets in by mail alone, nor sets up the second', async () => {
      await addAccount()
      const userId = await addUser()
      const asked = await ask()
      const { code } = await read()
      await expectSignIn(code, asked)
      await setRole(db(), userId, 'power', true)
      // The session from before the role ends at its next renewal.
      expect(await isSignedIn(browser, url())).toBe(false)
      const again = newBrowser()
      const second = await ask(again)
      const refused = await enter((await read()).code, second, again)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Sign in without a code first')])
      const step = second.page.url.pathname.replace(/Code$/, 'SecondFactor')
      expect((await again.get(step)).location?.pathname).toBe('/')
      const fields = { token: tokenOf(second.page), code: '123456', secret: '' }
      expect((await again.post(step, fields)).location?.pathname).toBe('/')
      expect(await isSignedIn(again, url())).toBe(false)
      // With the password they set it up, and from then on a code and the app sign in.
      const app = newBrowser()
      const setUp = await app.follow(await tryPassword(password, app), isCallback)
      expect(setUp.text).toContain('Set up your second factor')
    })
  })

  describe('tells nothing', () => {
    test('about accounts: known and unknown addresses get the same, in words and size, wrong codes and waits included', async () => {
      await addAccount()
      // As long as the known address.
      const unknown = email.replace('player', 'nobody')
      const seen = []
      for (const address of [email, unknown]) {
        const from = newBrowser()
        const asked = await ask(from, address)
        const answers = [asked.page]
        const code = address === email ? not((await read()).code) : '000000'
        for (let tries = 0; tries < 7; tries += 1) answers.push(await enter(code, asked, from))
        seen.push(
          answers.map((answer) => [
            answer.status,
            withoutToken(answer).replaceAll(unknown, email).replaceAll(code, ''),
          ]),
        )
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]?.map(([status]) => status)).toEqual([200, 400, 400, 400, 400, 400, 429, 429])
      await expect.poll(() => countWaitingMessages(db())).toBe(0)
      const sent = await db().selectFrom('outbox').select('recipient').orderBy('id', 'desc').limit(4).execute()
      expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
        ['nobody@player-pool.invalid', 'nobody@player-pool.invalid', email, email].toSorted(),
      )
    })

    test('to guessers: the waits grow, requests at once do not help, the owner is told once and their device is not locked out', async () => {
      await addAccount()
      const own = newBrowser()
      await own.follow(await tryPassword(password, own), isCallback)
      own.deleteCookie('identity')
      const stranger = newBrowser()
      let asked = await ask(stranger)
      const { code } = await read()
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async () => (await enter(not(code), asked, stranger)).status),
      )
      expect(statuses.filter((status) => status === 400)).toHaveLength(5)
      // Even the right one.
      expect((await enter(code, asked, stranger)).text).toContain('Try again in a minute.')
      await sink.nextMailTo(email, 'Subject: Wrong codes for your account')

      // In their own browser, the owner asks and signs in, although a stranger has used up the emails, too.
      const before = sink.emails.length
      for (let asks = 0; asks < 5; asks += 1) asked = await ask(newBrowser())
      await expect.poll(() => countWaitingMessages(db())).toBe(0)
      expect(sink.emails.length - before).toBeLessThan(5)
      for (let late = before; late < sink.emails.length; late += 1) await sink.nextMailTo(email)
      const mine = await ask(own)
      await expectSignIn((await read()).code, mine, own)

      let attempts = 5
      for (let hours = 0; hours < 12; hours += 1) {
        clock.advance(60 * minute)
        const later = newBrowser()
        const next = await ask(later)
        for (let tries = 0; tries < 5; tries += 1) if ((await enter('x', next, later)).status === 400) attempts += 1
      }
      expect(attempts).toBe(30)
      await expect.poll(() => countWaitingMessages(db())).toBe(0)
      const warnings = sink.emails.filter(({ to, data }) => to.includes(email) && data.includes('Subject: Wrong codes'))
      // One for each day of these twelve hours.
      expect(warnings.length).toBeLessThanOrEqual(2)
    })
  })

  describe('proves an address for the first time, and ends what somebody else had prepared:', () => {
    async function expectOwned(stranger: FormBrowser): Promise<void> {
      expect((await account()).emailVerified).toBe(true)
      expect((await tryPassword(password)).text).toContain('Wrong email or password.')
      expect(await isSignedIn(stranger, url())).toBe(false)
      expect(await isSignedIn(browser, url())).toBe(true)
    }

    async function prove({ hadPassword = true } = {}): Promise<void> {
      const asked = await ask()
      const { code, data } = await read()
      expect(data).toContain('Nobody has confirmed this address yet.')
      clock.advance(1)
      const entered = await enter(code, asked)
      const answer = hadPassword ? await continueWithoutPassword(entered) : entered
      expect(await finish(answer, asked)).toMatchObject({ email, email_verified: true })
    }

    /** An unconfirmed account, and the page after the code that has removed its password. */
    async function openLostPassword() {
      await addAccount({ isConfirmed: false })
      const asked = await ask()
      const { code } = await read()
      clock.advance(1)
      return { asked, page: await browser.follow(await enter(code, asked)) }
    }

    test('the page says that the password was removed, and a new one can be chosen there', async () => {
      const { asked, page } = await openLostPassword()
      expect(page.text).toContain('<h1>Your old password no longer works</h1>')
      expect(page.text).toContain('it has been removed.')
      expect((await tryPassword(password)).text).toContain('Wrong email or password.')
      const short = await browser.submit(page, { password: 'short' })
      expect([short.status, short.text]).toEqual([400, expect.stringContaining('at least 8 characters')])
      const saved = await browser.submit(short, { password: chosen })
      expect(await finish(saved, asked)).toMatchObject({ email, email_verified: true })
      await sink.nextMailTo(email, 'Subject: Your password was changed')
      const later = newBrowser()
      await later.follow(await tryPassword(chosen, later), isCallback)
      expect(await isSignedIn(later, url())).toBe(true)
    })

    test('a password can be chosen there only until the account’s sign-ins are ended', async () => {
      const { page } = await openLostPassword()
      const { id } = await account()
      clock.advance(1)
      await inTransaction(db(), (trx) => endSignIns(trx, id, clock.now()))
      const late = await browser.submit(page, { password: chosen })
      expect(late.location?.pathname).toBe(page.url.pathname.replace('/NewPassword', ''))
      expect((await tryPassword(chosen)).text).toContain('Wrong email or password.')
    })

    test('a password that was chosen before', async () => {
      await addAccount({ isConfirmed: false })
      const stranger = newBrowser()
      const open = await openSignIn(stranger, beginSignIn(url()))
      await prove()
      expect((await stranger.submit(open, { email, password })).text).toContain('Wrong email or password.')
      await expectOwned(stranger)
      // Registering again does not bring the password back.
      await register(stranger, { email, password })
      await sink.nextMailTo(email, 'Subject: You already have an account')
      await expectOwned(stranger)
    })

    test('a password that was chosen after the owner asked', async () => {
      const early = await ask()
      await expect.poll(() => countWaitingMessages(db())).toBe(0)
      await addAccount({ isConfirmed: false })
      // Nothing was sent for the address without an account, so every code is a guess.
      await expectWrong('123456', early)
      await prove()
      await expectOwned(newBrowser())
    })

    test('a password between the code and its use', async () => {
      await addAccount({ isConfirmed: false })
      const asked = await ask()
      const { code } = await read()
      const stranger = newBrowser()
      await register(stranger, { email, password })
      const trap = linkIn(await sink.nextMailTo(email))
      expect((await tryPassword(password, stranger)).text).toContain('Check your email')
      clock.advance(1)
      const answer = await continueWithoutPassword(await enter(code, asked))
      expect(await finish(answer, asked)).toMatchObject({ email })
      expect((await stranger.get(trap)).status).toBe(410)
      await expectOwned(stranger)
    })

    test.each([
      ['in a pool that got SMTP later', false],
      ['in an account that an organiser has admitted', true],
    ])(
      '%s: a session, a half-finished sign-in, a code that they asked for and a device',
      async (_where, isAdmitted) => {
        await addAccount()
        const userId = await addUser()
        const admittedBy = isAdmitted ? userId : null
        const device = { userId, endpoint: `https://push.example/${userId}`, p256dh: '', auth: '', device: 'Phone' }
        await inTransaction(db(), (trx) => saveSubscription(trx, device, clock.now()))
        const [stranger, halfway, waiting] = [newBrowser(), newBrowser(), newBrowser()]
        await stranger.follow(await tryPassword(password, stranger), isCallback)
        const resumed = await tryPassword(password, halfway)
        const theirs = await ask(waiting)
        const { code } = await read()
        expect(await isSignedIn(stranger, url())).toBe(true)
        const unproved = { email_verified: 0, admitted_by: admittedBy } as const
        await db().updateTable('accounts').set(unproved).where('email', '=', email).execute()
        clock.advance(1)
        await prove()
        expect(await listDevices(db(), userId)).toEqual([])
        const end = await halfway.follow(resumed, isCallback)
        expect(end.location?.searchParams.get('code')).toBeFalsy()
        await expectWrong(code, theirs, waiting)
        for (const from of [stranger, halfway, waiting]) await expectOwned(from)
      },
    )

    test('a connected sign-in', async () => {
      const { person } = pool.upstream('google')
      Object.assign(person, { subject: `stranger-${count}`, name: 'Stranger', email, emailVerified: false })
      const stranger = newBrowser()
      expect((await failWith(stranger, pool.server, 'Google')).text).toContain('Check your email')
      await sink.nextMailTo(email)
      await prove({ hadPassword: false })
      expect((await failWith(stranger, pool.server, 'Google')).text).toContain('Check your email')
      await expectOwned(stranger)
      const rows = db()
        .selectFrom('connected_sign_ins')
        .select('id')
        .where('account_id', '=', (await account()).id)
      expect(await rows.execute()).toEqual([])
      await expect(signInWith(stranger, pool.server, 'Google')).rejects.toThrow()
    })

    test('an account of somebody else that is moved to the address: the link of the new address is of no use to its reader', async () => {
      const owners = email
      const stranger = newBrowser()
      email = `stranger-${owners}`
      await addAccount()
      await stranger.follow(await tryPassword(password, stranger), isCallback)
      await stranger.submit(await stranger.get(manage), { email: owners, emailPassword: password }, `${manage}/Email`)
      const mail = await sink.nextMailTo(owners, 'Hello,')
      const link = linkIn(mail)
      const page = await browser.get(link)
      expect([page.status, page.text]).toEqual([403, expect.stringContaining('<h1>Sign in first</h1>')])
      expect(page.text).not.toContain('<form')
      const theirs = await stranger.get(link)
      const fields = { token: tokenOf(theirs), code: getLink(mail).searchParams.get('code') ?? '' }
      expect((await browser.post(getLink(mail).pathname, fields)).status).toBe(403)
      expect(await findAccountByEmail(db(), owners)).toBeUndefined()
      expect((await stranger.submit(theirs, {})).status).toBe(200)
    })

    test('and the owner can choose a password on the account page', async () => {
      await addAccount({ isConfirmed: false })
      await prove()
      expect((await browser.get(manage)).text).toContain('Set a password')
    })
  })
})

test('without SMTP there are no codes, and nobody gets one', async () => {
  const server = await startIdentityServer()
  const browser = createFormBrowser(server.url)
  const page = await openSignIn(browser, beginSignIn(server.url))
  expect(page.text).not.toContain('Email me a code')
  const answer = await browser.submit(page, { email: 'ada@example.org', action: 'mail' })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Wrong email or password.')])
  expect(await server.database.db.selectFrom('outbox').select('id').execute()).toEqual([])
  expect((await browser.get(`${page.url.pathname}/Code`)).location?.pathname).toBe(page.url.pathname)
  await server.close()
})

test('behind a TLS proxy it works as over plain http, and the link has the public address', async () => {
  const publicUrl = 'https://pool.example.org'
  const server = await startIdentityServer({ publicUrl, smtpUrl: sink.url })
  const email = 'tls@example.org'
  const browser = createFormBrowser(server.url, publicUrl)
  await register(browser, { email, password })
  await sink.nextMailTo(email)
  const form = await openSignIn(browser, beginSignIn(publicUrl))
  const path = form.url.pathname
  expect((await browser.submit(form, { email, action: 'mail' })).location?.pathname).toBe(`${path}/Code`)
  const link = getLink(await sink.nextMailTo(email))
  expect([link.origin, link.pathname]).toEqual([publicUrl, `${path}/Code`])
  const code = link.searchParams.get('code') ?? ''
  const answer = await browser.submit(await openLink(browser, link), { code })
  const page = await browser.follow(answer)
  const done = await browser.follow(await browser.submit(page, { password: chosen }), isCallback)
  expect(done.location?.href).toMatch(/^https:\/\/pool\.example\.org\/authentication\/login-callback\?code=/)
  await server.close()
})
