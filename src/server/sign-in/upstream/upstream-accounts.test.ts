import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admitAccount } from '#server/sign-in/accounts/unconfirmed-account-store.ts'
import { addUserWithIdentity, embeddedIssuer, findUserByIdentity } from '#server/users/identity-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { getAccount } from '#test/support/account-rows.ts'
import { openLink } from '#test/support/account-steps.ts'
import { addUser } from '#test/support/add-user.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import { createFormBrowser, type FormBrowser, type FormResponse, register } from '#test/support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'
import {
  continueWith,
  failWith,
  signInWith,
  startUpstreamServer,
  type UpstreamServer,
} from '#test/support/upstream-server.ts'

const password = 'long drive into rough'
const other = 'putter on a wet green'
const manage = '/Identity/Account/Manage'

const sink = await startSmtpSink()
afterAll(() => sink.close())

let count = 0
let clock = buildClock(new Date())

/** Opens "Connect …" on the account page and returns the page that confirms it. */
async function openConnect(from: FormBrowser, key: string): Promise<FormResponse> {
  return from.follow(await from.get(`${manage}/Connect/${key}`), () => false)
}

describe('a sign-in at another provider', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let pool: UpstreamServer
  let email: string
  let browser: FormBrowser
  const url = () => pool.server.url
  const newBrowser = () => createFormBrowser(url())

  async function start(options: Parameters<typeof startUpstreamServer>[1] = {}): Promise<void> {
    clock = buildClock(new Date())
    opened = await openTestDatabase(sqlite)
    pool = await startUpstreamServer(['google', 'keycloak'], { database: opened.database, clock, ...options })
  }

  async function stop(): Promise<void> {
    await pool.close()
    await opened.remove()
  }

  beforeEach(() => {
    count += 1
    email = `person-${count}@example.org`
    browser = newBrowser()
    for (const key of ['google', 'keycloak'] as const) {
      const { person } = pool.upstream(key)
      Object.assign(person, { subject: `${key}-${count}`, name: `Person ${count}`, email, emailVerified: true })
    }
  })

  async function registerPlayer(chosenPassword = password): Promise<FormBrowser> {
    const registering = newBrowser()
    await register(registering, { name: `Player ${count}`, email, password: chosenPassword })
    return registering
  }

  async function subjectOf(tokens: Promise<{ accessToken: string }>): Promise<string> {
    // Some tests advance the clock beyond the lifetime of tokens.
    return decodeJwt((await tokens).accessToken).sub ?? ''
  }

  async function openDisconnect(from: FormBrowser): Promise<FormResponse> {
    const page = await from.get(manage)
    const path = /href="([^"]*Disconnect[^"]*)"/.exec(page.text)?.[1]
    if (!path) throw new Error(`There is no connection that can be removed:\n${page.text}`)
    return from.get(path)
  }

  describe('with mail', () => {
    beforeAll(() => start({ smtpUrl: sink.url }))
    afterAll(stop)

    async function registerConfirmed(): Promise<void> {
      const registering = await registerPlayer()
      const link = getLink(await sink.nextMailTo(email))
      await registering.submit(await openLink(registering, link), { password })
    }

    test('an account with the same address, verified by both, is connected by signing in to it once', async () => {
      await registerConfirmed()
      const attempt = beginSignIn(url())
      const page = await continueWith(browser, await openSignIn(browser, attempt), 'Google')
      expect(page.text).toContain(`An account with the address <strong>${email}</strong> already exists`)
      expect(page.text).not.toContain('Continue with Google')
      const wrong = await browser.submit(page, { email, password: other })
      expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('Sign in to it once to connect') })
      const done = await browser.follow(await browser.submit(wrong, { email, password }), isCallback)
      const { subject } = await pool.server.verifier.verify((await redeemTokens(url(), done, attempt)).accessToken)
      expect((await sink.nextMailTo(email)).data).toContain('You can now sign in with Google')
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Google'))).toBe(subject)
    })

    test('signing in to another account instead connects nothing', async () => {
      await registerConfirmed()
      const owner = email
      email = `person-${count}-b@example.org`
      await registerConfirmed()
      pool.upstream('google').person.email = owner
      const page = await failWith(browser, pool.server, 'Google')
      await browser.submit(page, { email, password })
      expect((await failWith(newBrowser(), pool.server, 'Google')).text).toContain('Sign in to it once to connect')
    })

    test('starting again forgets the connection', async () => {
      await registerConfirmed()
      const page = await failWith(browser, pool.server, 'Google')
      const again = await browser.follow(await browser.get(`${page.url.pathname}?restart`), () => false)
      expect(again.text).toContain('Continue with Google')
      expect(again.text).not.toContain('to connect')
      await browser.submit(again, { email, password })
      expect((await failWith(newBrowser(), pool.server, 'Google')).text).toContain('Sign in to it once to connect')
    })

    test('an unverified address is confirmed by its mailbox and by the same person there', async () => {
      pool.upstream('google').person.emailVerified = false
      const page = await failWith(browser, pool.server, 'Google')
      expect(page.text).toContain('Check your email')
      const first = getLink(await sink.nextMailTo(email))
      // Until then nobody can sign in; trying sends a new link.
      expect((await failWith(browser, pool.server, 'Google')).text).toContain('Check your email')
      expect((await openLink(browser, first)).status).toBe(410)
      const link = getLink(await sink.nextMailTo(email))
      const confirming = await openLink(browser, link)
      expect(confirming.text).toContain(email)
      // Another person at the same provider cannot confirm it.
      pool.upstream('google').person.subject = `stranger-${count}`
      expect((await continueWith(browser, confirming, 'Google')).text).toContain('That was another account')
      pool.upstream('google').person.subject = `google-${count}`
      expect((await continueWith(browser, confirming, 'Google')).url.pathname).toBe('/')
      const tokens = await signInWith(newBrowser(), pool.server, 'Google')
      const { profile } = await pool.server.verifier.verify(tokens.accessToken)
      expect(profile).toMatchObject({ email, emailVerified: true })
      expect((await openLink(browser, link)).status).toBe(410)
    })

    test('an unverified address gets the same page whether or not it has an account', async () => {
      await registerConfirmed()
      pool.upstream('google').person.emailVerified = false
      const known = await failWith(browser, pool.server, 'Google')
      expect((await sink.nextMailTo(email)).data).toContain('You already have an account')
      pool.upstream('google').person.email = `nobody-${count}@example.org`
      const unknown = await failWith(newBrowser(), pool.server, 'Google')
      expect(unknown.text).toBe(known.text)
      expect(unknown.status).toBe(known.status)
    })

    test('a stranger who used the address first gains nothing: its owner’s new password ends the connection', async () => {
      pool.upstream('google').person.emailVerified = false
      await failWith(newBrowser(), pool.server, 'Google')
      await sink.nextMailTo(email)
      await registerPlayer()
      const link = getLink(await sink.nextMailTo(email))
      const page = await openLink(browser, link)
      await browser.submit(page, { password: other })
      expect((await failWith(newBrowser(), pool.server, 'Google')).text).toContain('Check your email')
    })

    test('nor does a stranger who registered it and never confirmed it', async () => {
      await registerPlayer(other)
      await sink.nextMailTo(email)
      expect((await failWith(browser, pool.server, 'Google')).text).toContain('Check your email')
      expect((await sink.nextMailTo(email)).data).toContain('Finish your registration')
    })

    describe('an account that an organiser has admitted', () => {
      /** Adds an account of a person at Google who has not verified the address and has added Keycloak. Returns its id. */
      async function admit() {
        const { db } = opened.database
        pool.upstream('google').person.emailVerified = false
        Object.assign(pool.upstream('keycloak').person, {
          subject: `more-${count}`,
          email: `more-${count}@example.org`,
        })
        await failWith(newBrowser(), pool.server, 'Google')
        // The account is created after the response.
        const confirmation = getLink(await sink.nextMailTo(email))
        const { id } = await getAccount(db, email)
        const organiser = await addUser(db, { name: 'The organiser', email: `organiser-${count}@example.org` })
        await admitAccount(db, id, organiser)
        const admitted = newBrowser()
        expect(await subjectOf(signInWith(admitted, pool.server, 'Google'))).toBe(id)
        await admitted.submit(await openConnect(admitted, 'keycloak'), {})
        return { id, confirmation }
      }

      test('is confirmed by its mailbox and the same person there, which ends what else was connected', async () => {
        const { id, confirmation } = await admit()
        await continueWith(browser, await openLink(browser, confirmation), 'Google')
        const tokens = await signInWith(newBrowser(), pool.server, 'Google')
        const { profile } = await pool.server.verifier.verify(tokens.accessToken)
        expect([await subjectOf(Promise.resolve(tokens)), profile?.emailVerified]).toEqual([id, true])
        expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Keycloak'))).not.toBe(id)
      })

      test('is not connected to the owner of the address, whose mailbox takes it from those who are connected', async () => {
        const { id } = await admit()
        expect((await sink.nextMailTo(email)).data).toContain('You can now sign in with Keycloak')
        Object.assign(pool.upstream('keycloak').person, { subject: `owner-${count}`, email, emailVerified: true })
        expect((await failWith(browser, pool.server, 'Keycloak')).text).toContain('Check your email')
        const link = getLink(await sink.nextMailTo(email))
        await browser.submit(await openLink(browser, link), { password: other })
        expect(await subjectOf(signIn(newBrowser(), url(), { email, password: other }))).toBe(id)
        expect((await failWith(newBrowser(), pool.server, 'Google')).text).toContain('Check your email')
        Object.assign(pool.upstream('keycloak').person, {
          subject: `more-${count}`,
          email: `more-${count}@example.org`,
        })
        expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Keycloak'))).not.toBe(id)
      })
    })

    test('a reset lists connected sign-ins, and ends those that the owner does not know', async () => {
      const subject = await subjectOf(signInWith(browser, pool.server, 'Google'))
      const stranger = { subject: `stranger-${count}`, email: `stranger-${count}@example.org` }
      Object.assign(pool.upstream('keycloak').person, stranger)
      await browser.submit(await openConnect(browser, 'keycloak'), {})
      expect((await sink.nextMailTo(email)).data).toContain('You can now sign in with Keycloak')
      await browser.submit(await browser.get('/Identity/Account/ForgotPassword'), { email })
      const link = getLink(await sink.nextMailTo(email))
      const page = await openLink(browser, link)
      const box = /name="(disconnect-[^"]*)"(?: checked)?>\s*<span>Disconnect Keycloak, <strong>([^<]*)<\/strong>/.exec(
        page.text,
      )
      expect([page.text.includes('Disconnect Google'), box?.[2]]).toEqual([true, stranger.email])
      const chosen = { [box?.[1] ?? '']: 'on' }
      const weak = await browser.submit(page, { ...chosen, password: 'password1' })
      expect(weak.text).toContain(`name="${box?.[1]}" checked`)
      const done = await browser.submit(weak, { ...chosen, password })
      expect(done.text).toContain('Your password has been changed')
      const subjects = [await sink.nextMailTo(email), await sink.nextMailTo(email)].map(
        ({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1],
      )
      expect(subjects.toSorted()).toEqual(['Keycloak was disconnected', 'Your password was changed'])
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Google'))).toBe(subject)
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Keycloak'))).not.toBe(subject)
    })

    test('an account without a password gets one by the emailed link', async () => {
      const subject = await subjectOf(signInWith(browser, pool.server, 'Google'))
      const forgot = await browser.get('/Identity/Account/ForgotPassword')
      await browser.submit(forgot, { email })
      const link = getLink(await sink.nextMailTo(email))
      const page = await openLink(browser, link)
      await browser.submit(page, { password })
      expect(await subjectOf(signIn(newBrowser(), url(), { email, password }))).toBe(subject)
      // The address was verified, so the connection is the owner's and stays.
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Google'))).toBe(subject)
    })
  })

  describe('without mail', () => {
    beforeAll(() => start({ requireSecondFactor: 'organisers' }))
    afterAll(stop)

    test('an account with an unconfirmed address is not connected by address, but on its account page', async () => {
      const owner = await registerPlayer()
      expect((await failWith(browser, pool.server, 'Google')).status).toBe(409)
      const subject = await subjectOf(signIn(owner, url(), { email, password }))
      const page = await openConnect(owner, 'google')
      expect(page.text).toContain(`you can sign in with Google, <strong>${email}</strong>`)
      const wrong = await owner.submit(page, { password: other })
      expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('This is not your current password.') })
      const done = await owner.submit(wrong, { password })
      expect(done.location?.search).toBe('?done=connected')
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Google'))).toBe(subject)
      // The page works once.
      expect((await owner.submit(page, { password })).status).toBe(410)
    })

    test('a stranger’s page cannot connect their account: the confirmation belongs to one session', async () => {
      const owner = await registerPlayer()
      await signIn(owner, url(), { email, password })
      const page = await openConnect(owner, 'google')
      email = `person-${count}-b@example.org`
      const stranger = await registerPlayer()
      await signIn(stranger, url(), { email, password })
      expect((await stranger.get(page.url.pathname + page.url.search)).status).toBe(410)
      expect((await newBrowser().get(page.url.pathname + page.url.search)).location?.pathname).toBe(
        '/connect/authorize',
      )
      expect((await owner.post(`${manage}/Connect`, { password })).status).toBe(403)
    })

    test('a subject that is connected to another account is refused', async () => {
      await signInWith(newBrowser(), pool.server, 'Google')
      email = `person-${count}-b@example.org`
      const owner = await registerPlayer()
      await signIn(owner, url(), { email, password })
      const done = await owner.submit(await openConnect(owner, 'google'), { password })
      expect(done).toMatchObject({ status: 409, text: expect.stringContaining('This Google account is in use') })
    })

    test('several can be connected, and all but the last way in can be removed', async () => {
      const subject = await subjectOf(signInWith(browser, pool.server, 'Google'))
      expect((await browser.get(manage)).text).toContain('Your only way to sign in.')
      const connect = await openConnect(browser, 'keycloak')
      expect(connect.text).not.toContain('Current password')
      expect((await browser.submit(connect, {})).location?.search).toBe('?done=connected')
      expect(await subjectOf(signInWith(newBrowser(), pool.server, 'Keycloak'))).toBe(subject)
      const first = await openDisconnect(browser)
      const second = await openDisconnect(browser)
      expect((await browser.submit(first, {})).location?.search).toBe('?done=disconnected')
      expect((await browser.submit(second, {})).status).toBe(404)
      const page = await browser.get(manage)
      expect(page.text).toContain('Keycloak')
      expect(page.text).toContain('Your only way to sign in.')
      const id = /name="id" value="([^"]*)"/.exec(first.text)?.[1] ?? ''
      expect((await browser.get(`${manage}/Disconnect?id=${id}`)).status).toBe(404)
    })

    test('without a password, one can be set right after a sign-in', async () => {
      const subject = await subjectOf(signInWith(browser, pool.server, 'Google'))
      const page = await browser.get(manage)
      expect(page.text).toContain('You have no password.')
      await browser.submit(page, { password }, `${manage}/Password`)
      expect(await subjectOf(signIn(newBrowser(), url(), { email, password }))).toBe(subject)
    })

    test('a password never fits an account without one', async () => {
      await signInWith(browser, pool.server, 'Google')
      const guest = newBrowser()
      const page = await openSignIn(guest, beginSignIn(url()))
      for (const guess of ['', password]) {
        const answer = await guest.submit(page, { email, password: guess })
        expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Wrong email or password.') })
      }
    })

    test('a provider that shares no address is a page', async () => {
      pool.upstream('google').person.email = undefined
      const page = await failWith(browser, pool.server, 'Google')
      expect(page).toMatchObject({ status: 403, text: expect.stringContaining('did not share your email address') })
    })

    async function addUser(): Promise<number> {
      const subject = await subjectOf(signInWith(newBrowser(), pool.server, 'Google'))
      const identity = { issuer: embeddedIssuer, subject }
      const profile = { name: 'Person', email, emailVerified: true, asOf: new Date(0) }
      const { db } = opened.database
      await addUserWithIdentity(db, identity, profile, new Date())
      return (await findUserByIdentity(db, identity))?.user.id ?? 0
    }

    test('a blocked user stays blocked', async () => {
      const userId = await addUser()
      await opened.database.db.updateTable('users').set({ is_blocked: 1 }).where('id', '=', userId).execute()
      expect((await failWith(browser, pool.server, 'Google')).status).toBe(403)
    })

    test('an organiser sets up the second factor after the sign-in there, and is asked for it from then on', async () => {
      await setRole(opened.database.db, await addUser(), 'power', true)
      const attempt = beginSignIn(url())
      const page = await continueWith(browser, await openSignIn(browser, attempt), 'Google')
      expect(page.text).toContain('Set up your second factor')
      const code = () => scanAuthenticatorKey(page).generate({ timestamp: clock.now().getTime() })
      expect((await browser.submit(page, { code: code() })).text).toContain('Your recovery codes')
      clock.advance(60_000)
      const asked = await failWith(newBrowser(), pool.server, 'Google')
      expect(asked.text).toContain('Enter your code')
    })

    test('“Sign out everywhere” ends the sessions and what was started in them', async () => {
      await signInWith(browser, pool.server, 'Google')
      const connect = await openConnect(browser, 'keycloak')
      await browser.submit(await browser.get(manage), {}, `${manage}/SignOut`)
      await signInWith(browser, pool.server, 'Google')
      expect((await browser.get(connect.url.pathname + connect.url.search)).status).toBe(410)
    })

    // The last one, because sessions live by the real clock.
    test('without a password, a change needs a sign-in within ten minutes', async () => {
      await signInWith(browser, pool.server, 'Google')
      clock.advance(20 * 60_000)
      const page = await openConnect(browser, 'keycloak')
      const late = await browser.submit(page, {})
      expect(late).toMatchObject({ status: 400, text: expect.stringContaining('Sign in again') })
      const again = await browser.follow(await browser.get(`${manage}/SignInAgain`), () => false)
      expect(again.text).toContain('Continue with Google')
    })
  })
})

test.each(databaseKinds())('on $name, of two removals at the same time, one way in remains', async (kind) => {
  const { database, remove } = await openTestDatabase(kind)
  const pool = await startUpstreamServer(['google', 'keycloak'], { database })
  const browser = createFormBrowser(pool.server.url)
  const email = 'two-ways@example.org'
  for (const key of ['google', 'keycloak'] as const)
    Object.assign(pool.upstream(key).person, { subject: key, name: 'Ada', email, emailVerified: true })
  await signInWith(browser, pool.server, 'Google')
  await browser.submit(await openConnect(browser, 'keycloak'), {})
  const paths = [...(await browser.get(manage)).text.matchAll(/href="([^"]*Disconnect[^"]*)"/g)]
  const pages = await Promise.all(paths.map(([, path = '']) => browser.get(path)))
  expect(pages).toHaveLength(2)
  const results = await Promise.all(pages.map((page) => browser.submit(page, {})))
  expect(results.map(({ status }) => status).toSorted()).toEqual([303, 409])
  await pool.close()
  await remove()
})

test('the rules for new accounts hold for first sign-ins', async () => {
  const signUp = { mode: 'open', domains: ['club.example'] } as const
  const pool = await startUpstreamServer(['google', 'authentik'], { signUp })
  const signInAs = (key: 'google' | 'authentik', email: string) => {
    Object.assign(pool.upstream(key).person, { subject: email, email })
    return failWith(createFormBrowser(pool.server.url), pool.server, pool.upstream(key).profile.name)
  }
  expect(await signInAs('google', 'ada@elsewhere.example')).toMatchObject({
    status: 403,
    text: expect.stringContaining('This address cannot be used'),
  })
  // authentik reports the address as not verified.
  expect((await signInAs('authentik', 'ada@club.example')).status).toBe(403)
  expect((await signInAs('google', 'ada@club.example')).location?.searchParams.has('code')).toBe(true)
  await pool.close()
  const closed = await startUpstreamServer(['google'], { signUp: { mode: 'closed', domains: [] } })
  const page = await failWith(createFormBrowser(closed.server.url), closed.server, 'Google')
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('New accounts are closed') })
  await closed.close()
})

test('new accounts are limited per network address like registrations, and sign-ins of known people are not', async () => {
  // A hundredth of 300 registrations.
  const pool = await startUpstreamServer(['google'], { rateLimitFactor: 0.01 })
  const { person } = pool.upstream('google')
  const signInAs = async (id: number) => {
    Object.assign(person, { subject: `many-${id}`, email: `many-${id}@example.net` })
    return (await failWith(createFormBrowser(pool.server.url), pool.server, 'Google')).status
  }
  const statuses = [await signInAs(1), await signInAs(2), await signInAs(3), await signInAs(4), await signInAs(1)]
  expect(statuses).toEqual([303, 303, 303, 429, 303])
  await pool.close()
})
