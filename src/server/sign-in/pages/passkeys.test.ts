import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '#server/operations/backup/backup.ts'
import { restoreBackup } from '#server/operations/backup/restore.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type Account, confirmAccountEmail, findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns, passkeyIssuer } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { createPasswordLink } from '#server/sign-in/provider/password-link.ts'
import { collectAccountData } from '#server/user-administration/personal-data/personal-data.ts'
import { blockUser } from '#server/user-administration/user-blocking-store.ts'
import { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { createFormBrowser, type FormBrowser, type FormResponse, register } from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'
import {
  createPasskey,
  type Forgery,
  readPasskeyOptions,
  type SoftwarePasskey,
  signWithPasskey,
} from '#test/support/software-authenticator.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { createEmptyPostgres, databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'
import { allowsPasskeys } from './passkeys.ts'

const password = 'long drive into rough'
const chosen = 'putter on a wet green'
const manage = '/Identity/Account/Manage'
const add = '/Identity/Account/Passkeys'
const minute = 60_000
const rejected = 'This passkey was not accepted.'

let sink: Awaited<ReturnType<typeof startSmtpSink>>
beforeAll(async () => {
  sink = await startSmtpSink()
})
afterAll(() => sink.close())

test('passkeys need an encrypted connection and a domain name, or this machine', () => {
  const addresses = [
    'https://pool.example.org',
    'http://localhost:8080',
    'http://pool.example.org',
    'https://192.0.2.1',
  ]
  expect(addresses.map(allowsPasskeys)).toEqual([true, true, false, false])
  expect(['https://[2001:db8::1]:8443', 'http://127.0.0.1:8080'].map(allowsPasskeys)).toEqual([false, false])
})

test('where browsers allow none, the account page says so and the sign-in page does not ask', async () => {
  const server = await startIdentityServer({ publicUrl: 'http://pool.example.org' })
  const browser = createFormBrowser(server.url)
  const headers = { origin: 'http://pool.example.org' }
  const form = await browser.get('/Identity/Account/Register')
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(form.text) ?? []
  const fields = { token, name: 'Ada', email: 'ada@example.org', password }
  await browser.post('/Identity/Account/Register', fields, headers)
  const started = await browser.get(beginSignIn('http://pool.example.org').path)
  const resumed = await browser.get(started.location?.pathname ?? '')
  await browser.get(resumed.location?.pathname ?? '')
  expect((await browser.get(manage)).text).toContain('This pool’s address is http://pool.example.org.')
  expect((await browser.get(`${add}/Offer`)).text).toBe('{"isOffered":false}')
  const other = createFormBrowser(server.url)
  const page = await other.get((await other.get(beginSignIn('http://pool.example.org').path)).location?.pathname ?? '')
  expect(page.text).toContain('name="password"')
  expect(page.text).not.toContain('data-passkey')
  await server.close()
})

test('behind a proxy with https, it is for the public address, and not for the one that the proxy calls', async () => {
  const publicUrl = 'https://pool.example.org'
  const server = await startIdentityServer({ publicUrl })
  const tokenOf = ({ text }: FormResponse) => /name="token" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const post = (from: FormBrowser, path: string, page: FormResponse, fields: Record<string, string>) =>
    from.post(path, { token: tokenOf(page), ...fields }, { origin: publicUrl })
  const openPage = async (from: FormBrowser) =>
    from.get((await from.get(beginSignIn(publicUrl).path)).location?.pathname ?? '')
  const owner = createFormBrowser(server.url)
  const register = '/Identity/Account/Register'
  await post(owner, register, await owner.get(register), { name: 'Ada', email: 'ada@example.org', password })
  const resumed = await openPage(owner)
  await owner.get(resumed.location?.pathname ?? '')
  const asked = await post(owner, add, await owner.get(add), { name: 'Phone', password })
  expect(readPasskeyOptions(asked).rp?.id).toBe('pool.example.org')
  const { passkey, response } = createPasskey(asked, { origin: publicUrl, rpId: 'pool.example.org' })
  expect((await post(owner, `${add}/Create`, asked, { response })).location?.search).toBe('?done=passkey')

  const attempts: [Forgery, number][] = [
    [{ origin: server.url, rpId: 'localhost' }, 400],
    [{ origin: 'http://pool.example.org', rpId: 'pool.example.org' }, 400],
    [{ origin: `${publicUrl}:8443`, rpId: 'pool.example.org' }, 400],
    [{ origin: 'https://www.pool.example.org', rpId: 'pool.example.org' }, 400],
    [{ origin: publicUrl, rpId: 'pool.example.org' }, 303],
  ]
  for (const [forgery, status] of attempts) {
    const from = createFormBrowser(server.url)
    const page = await openPage(from)
    const fields = { response: signWithPasskey(page, passkey, forgery) }
    expect([forgery, (await post(from, `${page.url.pathname}/Passkey`, page, fields)).status]).toEqual([
      forgery,
      status,
    ])
  }
  await server.close()
})

test.each(databaseKinds())(
  'a backup, restored into an empty database on $name, still signs in by passkey',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
    const database = { kind: 'sqlite', file: join(folder, 'pool.sqlite') } as const
    const target = kind === sqlite ? undefined : await createEmptyPostgres()
    const restored = target?.config ?? ({ kind: 'sqlite', file: join(folder, 'restored.sqlite') } as const)
    const settings = { dataFolder: folder, passwordPepper: 'pepper of the tests'.repeat(2) }

    async function withServer(config: DatabaseConfig, work: (server: IdentityServer) => Promise<void>) {
      const opened = openDatabase(config)
      const server = await startIdentityServer({ database: opened, passwordPepper: settings.passwordPepper })
      await work(server)
      await server.close()
      await opened.close()
    }
    async function enter({ url }: IdentityServer, used: SoftwarePasskey): Promise<number> {
      const visitor = createFormBrowser(url)
      const page = await openSignIn(visitor, beginSignIn(url))
      const [, token = ''] = /name="token" value="([^"]*)"/.exec(page.text) ?? []
      return (await visitor.post(`${page.url.pathname}/Passkey`, { token, response: signWithPasskey(page, used) }))
        .status
    }
    let passkey: SoftwarePasskey | undefined
    await withServer(database, async (server) => {
      const owner = createFormBrowser(server.url)
      const account = { email: 'ada@example.org', password }
      await register(owner, account)
      await signIn(owner, server.url, account)
      const page = await owner.submit(await owner.get(add), { name: 'Phone', password })
      const created = createPasskey(page)
      await owner.submit(page, { response: created.response })
      passkey = created.passkey
      expect(await enter(server, passkey)).toBe(303)
    })
    const now = new Date()
    const file = join(folder, 'backup.gz')
    await makeBackup({ ...settings, database }, file, now)
    await restoreBackup({ ...settings, database: restored }, file, { sendQueued: false, now })
    await withServer(restored, async (server) => {
      if (!passkey) throw new Error('No passkey was added.')
      // A copy from before the last use.
      expect(await enter(server, { ...passkey, counter: passkey.counter - 1 })).toBe(400)
      expect(await enter(server, passkey)).toBe(303)
    })
    await target?.remove()
    rmSync(folder, { recursive: true })
  },
)

describe.each(databaseKinds())('a passkey, over $name,', (kind) => {
  const clock = buildClock(new Date())
  let server: IdentityServer
  let remove: () => Promise<void>
  let email: string
  let browser: FormBrowser

  beforeAll(async () => {
    const opened = await openTestDatabase(kind)
    remove = opened.remove
    const options = { smtpUrl: sink.url, database: opened.database, clock, rateLimitFactor: 1 }
    server = await startIdentityServer({ ...options, requireSecondFactor: 'organisers' })
  })
  afterAll(async () => {
    await server.close()
    await remove()
  })
  beforeEach(async () => {
    // The limits per network address would stop the tests, which share one.
    clock.advance(60 * minute)
    ;({ email, browser } = await addOwner())
  })

  const db = () => server.database.db
  const newBrowser = () => createFormBrowser(server.url)
  const account = async (of = email): Promise<Account> =>
    (await findAccountByEmail(db(), of)) ?? expect.fail('There is no account.')
  const list = async (of = email) => listConnectedSignIns(db(), (await account(of)).id)

  async function addOwner() {
    const owner = { email: `player-${randomUUID()}@example.org`, browser: newBrowser() }
    await register(newBrowser(), { email: owner.email, password })
    await sink.nextMailTo(owner.email)
    await confirmAccountEmail(db(), (await account(owner.email)).id)
    await signIn(owner.browser, server.url, { email: owner.email, password })
    return owner
  }

  async function addUser(): Promise<number> {
    const { id, name } = await account()
    const profile = { name, email, emailVerified: true, asOf: clock.now() }
    return (await addUserWithIdentity(db(), { issuer: embeddedIssuer, subject: id }, profile, clock.now())).user.id
  }

  const confirmAdd = async (from = browser, fields: Record<string, string> = {}) =>
    from.submit(await from.get(add), { name: 'Ada’s phone', password, ...fields })

  async function addPasskey(from = browser): Promise<SoftwarePasskey> {
    const page = await confirmAdd(from)
    const { passkey, response } = createPasskey(page)
    const done = await from.submit(page, { response })
    expect(done.location?.search).toBe('?done=passkey')
    return passkey
  }

  const open = (from: FormBrowser, attempt = beginSignIn(server.url)) => openSignIn(from, attempt)

  /** Sends a response to the sign-in of this page. */
  async function send(from: FormBrowser, page: FormResponse, response: string): Promise<FormResponse> {
    const [, token = ''] = /name="token" value="([^"]*)"/.exec(page.text) ?? []
    const path = page.url.pathname.replace(/\/Passkey$/, '')
    return from.follow(await from.post(`${path}/Passkey`, { token, response, email: '', password: '' }), isCallback)
  }

  async function enter(passkey: SoftwarePasskey, forgery: Forgery = {}, from = newBrowser()) {
    const attempt = beginSignIn(server.url)
    const page = await open(from, attempt)
    return { from, attempt, end: await send(from, page, signWithPasskey(page, passkey, forgery)) }
  }

  const outcome = ({ status, location, text }: FormResponse) =>
    location?.searchParams.has('code') ? 'signed in' : `${status}${text.includes(rejected) ? ' rejected' : ''}`

  test('is added with a name and the password, and signs in without one', async () => {
    const wrong = await browser.submit(await browser.get(add), { name: 'Phone', password: 'wrong' })
    expect([wrong.status, wrong.text.includes('data-passkey')]).toEqual([400, false])
    const passkey = await addPasskey()
    const mail = await sink.nextMailTo(email)
    expect(mail.data).toContain('You_can_now_sign_in_with_Passkey')
    const page = (await browser.get(manage)).text
    expect(page).toContain('<strong>Passkey “Ada’s phone”</strong>')
    const { end, attempt } = await enter(passkey)
    const { sub, email: claimed } = decodeJwt((await redeemTokens(server.url, end, attempt)).idToken)
    expect([sub, claimed]).toEqual([(await account()).id, email])
  })

  test('is asked for without naming anybody, in the address field, and its account is random', async () => {
    const page = await open(newBrowser())
    expect(page.text).toContain('autocomplete="username webauthn"')
    const { rpId, allowCredentials = [], userVerification } = readPasskeyOptions(page)
    expect({ rpId, allowCredentials, userVerification }).toEqual({
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'preferred',
    })
    const first = await confirmAdd()
    const options = readPasskeyOptions(first)
    expect(Buffer.from(options.user?.id ?? '', 'base64url')).toHaveLength(32)
    const { passkey, response } = createPasskey(first)
    await browser.submit(first, { response })
    const second = readPasskeyOptions(await confirmAdd())
    expect([second.user?.id, second.excludeCredentials?.map(({ id }) => id)]).toEqual([options.user?.id, [passkey.id]])
  })

  test('is offered by the app to its owner, until there is one', async () => {
    const offer = async (from: FormBrowser) => from.get(`${add}/Offer`)
    expect((await offer(newBrowser())).status).toBe(303)
    expect((await offer(browser)).text).toBe('{"isOffered":true}')
    await addPasskey()
    expect((await offer(browser)).text).toBe('{"isOffered":false}')
  })

  test('is disconnected with the password, and the owner is told', async () => {
    const passkey = await addPasskey()
    await sink.nextMailTo(email)
    const [, link = ''] = /href="([^"]*Disconnect\?id=[^"]*)"/.exec((await browser.get(manage)).text) ?? []
    const page = await browser.get(link)
    expect((await browser.submit(page, { password: 'wrong' })).status).toBe(400)
    await browser.submit(page, { password })
    expect((await sink.nextMailTo(email)).data).toContain('was_disconnected')
    expect(outcome((await enter(passkey)).end)).toBe('400 rejected')
    expect(await list()).toEqual([])
  })

  test('is in the personal data with its name and times only', async () => {
    await addPasskey()
    const { accounts } = await collectAccountData(db(), (await account()).id, clock.now())
    expect(accounts[0]?.connectedSignIns).toEqual([
      expect.objectContaining({ passkeyName: 'Ada’s phone', createdAt: clock.now(), lastUsedAt: clock.now() }),
    ])
    const text = JSON.stringify(accounts)
    const [stored] = await list()
    for (const secret of [stored?.subject, stored?.userHandle, stored?.publicKey]) expect(text).not.toContain(secret)
  })

  describe('and the second factor:', () => {
    let app: TOTP
    beforeEach(async () => {
      const page = await browser.get('/Identity/Account/SecondFactor')
      app = new TOTP({ secret: /class="key">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '' })
      await browser.submit(page, { password, code: nextCode() })
    })
    const nextCode = () => {
      clock.advance(minute)
      return app.generate({ timestamp: clock.now().getTime() })
    }

    test('adding one needs a code; user verification counts as both, and without it the code is asked for', async () => {
      expect((await confirmAdd()).text).toContain('This code is wrong')
      const page = await confirmAdd(browser, { code: nextCode() })
      const { passkey, response } = createPasskey(page)
      await browser.submit(page, { response })
      expect(outcome((await enter(passkey)).end)).toBe('signed in')
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Enter your code')
      const done = await from.follow(await from.submit(end, { code: nextCode() }), isCallback)
      expect(outcome(done)).toBe('signed in')
    })

    test('removing it ends a sign-in that has begun with it, and not the session of its owner', async () => {
      const page = await confirmAdd(browser, { code: nextCode() })
      const { passkey, response } = createPasskey(page)
      await browser.submit(page, { response })
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Enter your code')
      const [, link = ''] = /href="([^"]*Disconnect\?id=[^"]*)"/.exec((await browser.get(manage)).text) ?? []
      await browser.submit(await browser.get(link), { password })
      const late = await from.submit(end, { code: nextCode() })
      expect(late.text).toContain('This sign-in has expired')
      expect((await browser.get(manage)).text).toContain('(this device)')
    })
  })

  test('is enough for a role that needs two factors with user verification only', async () => {
    const passkey = await addPasskey()
    await setRole(db(), await addUser(), 'power', true)
    expect(outcome((await enter(passkey)).end)).toBe('signed in')
    expect((await enter(passkey, { isVerified: false })).end.text).toContain('Set up your second factor')
  })

  test('of a blocked user signs nobody in', async () => {
    const passkey = await addPasskey()
    const userId = await addUser()
    await inTransaction(db(), (trx) => blockUser(trx, userId, clock.now()))
    expect((await enter(passkey)).end.text).toContain('You cannot sign in')
  })

  describe('is refused:', () => {
    let passkey: SoftwarePasskey
    beforeEach(async () => {
      passkey = await addPasskey()
    })

    test('forged in any of these ways', async () => {
      const forgeries: Record<string, Forgery> = {
        'for another origin': { origin: 'https://pool.example.net' },
        'for the same host at another port': { origin: 'http://localhost:1' },
        'for another relying party': { rpId: 'example.net' },
        'with a challenge of the attacker': { challenge: Buffer.alloc(32).toString('base64url') },
        'as the response to a registration': { type: 'webauthn.create' },
        'without anybody present': { isPresent: false },
        'with a changed signature': { isTampered: true },
        'with the id of an unknown one': { id: 'AAAAAAAAAAAAAAAAAAAAAA' },
        'with another user handle': { userHandle: Buffer.alloc(32).toString('base64url') },
      }
      const pages = new Set<string>()
      for (const [what, forgery] of Object.entries(forgeries)) {
        const { end } = await enter(passkey, forgery)
        expect([what, outcome(end)]).toEqual([what, '400 rejected'])
        pages.add(end.text.replaceAll(/value="[^"]{20,}"|data-passkey="[^"]*"|Login\/[\w-]+/g, ''))
      }
      // Nobody learns which of these was wrong, or whether the passkey exists.
      expect(pages.size).toBe(1)
    })

    test('when it is replayed, in the same sign-in and in another', async () => {
      const thief = newBrowser()
      const page = await open(thief)
      const response = signWithPasskey(page, passkey, { isTampered: true })
      expect(outcome(await send(thief, page, response))).toBe('400 rejected')
      expect(outcome(await send(thief, page, response))).toBe('400 rejected')
      const from = newBrowser()
      const form = await open(from)
      const used = signWithPasskey(form, passkey)
      expect(outcome(await send(from, form, used))).toBe('signed in')
      const again = await open(thief)
      expect(outcome(await send(thief, again, used))).toBe('400 rejected')
    })

    test('of two concurrent responses to one challenge, one', async () => {
      const from = newBrowser()
      const page = await open(from)
      const [first, second] = [signWithPasskey(page, passkey), signWithPasskey(page, passkey)]
      const ends = await Promise.all([send(from, page, first), send(from, page, second)])
      // The other one may find that the sign-in is done.
      expect(ends.filter((end) => outcome(end) === 'signed in')).toHaveLength(1)
    })

    test('with the challenge of another browser', async () => {
      const [victim, thief] = [newBrowser(), newBrowser()]
      const theirs = await open(victim)
      const own = await open(thief)
      expect(outcome(await send(thief, own, signWithPasskey(theirs, passkey)))).toBe('400 rejected')
    })

    test('after five minutes', async () => {
      const from = newBrowser()
      const page = await open(from)
      clock.advance(5 * minute + 1)
      const late = await send(from, page, signWithPasskey(page, passkey))
      expect(outcome(late)).toBe('400 rejected')
      // The page asks again.
      expect(outcome(await send(from, late, signWithPasskey(late, passkey)))).toBe('signed in')
    })

    test('when its counter goes back, and the owner is told, at most once a day', async () => {
      await sink.nextMailTo(email)
      expect(outcome((await enter(passkey)).end)).toBe('signed in')
      const copy = { ...passkey, counter: passkey.counter - 1 }
      expect(outcome((await enter(copy)).end)).toBe('400 rejected')
      expect((await sink.nextMailTo(email)).data).toContain('may have been copied')
      copy.counter -= 1
      expect(outcome((await enter(copy)).end)).toBe('400 rejected')
      const about = db().selectFrom('outbox').select('id').where('request_key', 'like', 'passkey-copied:%')
      expect(await about.where('recipient', '=', email).execute()).toHaveLength(1)
      expect(outcome((await enter(passkey)).end)).toBe('signed in')
    })

    test('for another account: signed with one’s own key under the owner’s id, or with the owner’s user handle', async () => {
      const other = await addOwner()
      const own = await addPasskey(other.browser)
      expect(outcome((await enter(own, { id: passkey.id, userHandle: passkey.userHandle })).end)).toBe('400 rejected')
      expect(outcome((await enter(own, { userHandle: passkey.userHandle })).end)).toBe('400 rejected')
      expect(outcome((await enter(own, { id: passkey.id })).end)).toBe('400 rejected')
      expect(outcome((await enter(own)).end)).toBe('signed in')
    })

    test('as one’s own, if it is somebody else’s: an id belongs to one account', async () => {
      const other = await addOwner()
      const page = await confirmAdd(other.browser)
      const { response } = createPasskey(page, { id: passkey.id })
      expect((await other.browser.submit(page, { response })).status).toBe(400)
      expect(await list(other.email)).toEqual([])
      expect(outcome((await enter(passkey)).end)).toBe('signed in')
    })

    test('as anything but a response', async () => {
      const from = newBrowser()
      let page = await open(from)
      for (const text of ['', 'null', '1', '[]', '{"id":{"a":1},"response":{}}', `{"id":"${passkey.id}"}`]) {
        page = await send(from, page, text)
        expect([text, outcome(page)]).toEqual([text, '400 rejected'])
      }
    })
  })

  describe('cannot be added', () => {
    test('for another origin, relying party or challenge, or with the response to a sign-in', async () => {
      const forgeries: Forgery[] = [
        { origin: 'https://pool.example.net' },
        { rpId: 'example.net' },
        { challenge: Buffer.alloc(32).toString('base64url') },
        { type: 'webauthn.get' },
      ]
      for (const forgery of forgeries) {
        const page = await confirmAdd()
        const done = await browser.submit(page, { response: createPasskey(page, forgery).response })
        expect([done.status, done.text.includes('No passkey was added.')]).toEqual([400, true])
      }
      expect(await list()).toEqual([])
    })

    test('twice, late, from another session, or after the sessions have ended', async () => {
      const page = await confirmAdd()
      const { response } = createPasskey(page)
      await browser.submit(page, { response })
      expect((await browser.submit(page, { response })).status).toBe(400)
      const late = await confirmAdd()
      clock.advance(5 * minute + 1)
      expect((await browser.submit(late, { response: createPasskey(late).response })).status).toBe(400)
      const other = newBrowser()
      await signIn(other, server.url, { email, password })
      const waiting = await confirmAdd()
      const theirs = await confirmAdd(other)
      expect((await other.submit(theirs, { response: createPasskey(waiting).response })).status).toBe(400)
      const ended = await confirmAdd()
      await other.submit(await other.get(manage), {}, `${manage}/SignOut`)
      const { status, location } = await browser.submit(ended, { response: createPasskey(ended).response })
      expect([status, location?.pathname]).toEqual([303, '/connect/authorize'])
      expect(await list()).toHaveLength(1)
    })
  })

  describe('ends', () => {
    test('with the reset of an admin', async () => {
      const passkey = await addPasskey()
      const user = { id: await addUser() }
      const reset = { account: await account(), user, by: null, publicUrl: server.url }
      await inTransaction(db(), (trx) => createPasswordLink(trx, reset, clock.now()))
      expect(outcome((await enter(passkey)).end)).toBe('400 rejected')
    })

    test('with the undo of a change of address, which a thief in the account has made', async () => {
      const own = await addPasskey()
      const changed = `thief-${email}`
      await browser.submit(await browser.get(manage), { email: changed, emailPassword: password }, `${manage}/Email`)
      const confirm = getLink(await sink.nextMailTo(changed))
      await browser.submit(await browser.get(confirm.pathname + confirm.search), {})
      let mail = await sink.nextMailTo(email)
      while (!mail.data.includes('was changed')) mail = await sink.nextMailTo(email)
      const undo = getLink(mail)
      const theirs = await addPasskey()
      const visitor = newBrowser()
      await visitor.submit(await visitor.get(undo.pathname + undo.search), {})
      for (const passkey of [own, theirs]) expect(outcome((await enter(passkey)).end)).toBe('400 rejected')
    })

    test('with an emailed reset, if the owner says that they do not know it', async () => {
      const passkey = await addPasskey()
      await sink.nextMailTo(email)
      const visitor = newBrowser()
      await visitor.submit(await visitor.get('/Identity/Account/ForgotPassword'), { email })
      const { pathname, search } = getLink(await sink.nextMailTo(email))
      const page = await visitor.get(pathname + search)
      const [, box = ''] = /name="(disconnect-[^"]*)">\s*<span>Disconnect Passkey “Ada’s phone”/.exec(page.text) ?? []
      await visitor.submit(page, { password: chosen, [box]: 'on' })
      expect(outcome((await enter(passkey)).end)).toBe('400 rejected')
    })

    test('when the mailbox proves the address for the first time, with whatever else a stranger had prepared', async () => {
      const stranger = await addPasskey()
      await db().updateTable('accounts').set({ email_verified: 0 }).where('email', '=', email).execute()
      const visitor = newBrowser()
      await visitor.submit(await visitor.get('/Identity/Account/ForgotPassword'), { email })
      let mail = await sink.nextMailTo(email)
      while (!mail.data.includes('Subject: Choose a')) mail = await sink.nextMailTo(email)
      const { pathname, search } = getLink(mail)
      await visitor.submit(await visitor.get(pathname + search), { password: chosen })
      expect(outcome((await enter(stranger)).end)).toBe('400 rejected')
      expect(await list()).toEqual([])
    })

    test('with the account', async () => {
      const passkey = await addPasskey()
      await browser.submit(await browser.get('/Identity/Account/Delete'), { password })
      expect(outcome((await enter(passkey)).end)).toBe('400 rejected')
      const left = db().selectFrom('connected_sign_ins').select('id').where('issuer', '=', passkeyIssuer)
      expect(await left.where('subject', '=', passkey.id).execute()).toEqual([])
    })

    test('not with “Sign out everywhere”, which ends the sign-ins that it has begun', async () => {
      const passkey = await addPasskey()
      await setRole(db(), await addUser(), 'power', true)
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Set up your second factor')
      clock.advance(1)
      await browser.submit(await browser.get(manage), {}, `${manage}/SignOut`)
      expect((await from.get(end.url.pathname)).status).not.toBe(200)
      expect(outcome((await enter(passkey)).end)).toBe('signed in')
    })
  })
})
