import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import type { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '#server/operations/backup/backup.ts'
import { restoreBackup } from '#server/operations/backup/restore.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { confirmAccountEmail } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns, passkeyIssuer } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { createPasswordLink } from '#server/sign-in/provider/password-link.ts'
import { collectAccountData } from '#server/user-administration/personal-data/personal-data.ts'
import { blockUser } from '#server/user-administration/user-blocking-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { addUserOfAccount, getAccount } from '#test/support/account-rows.ts'
import { openMail } from '#test/support/account-steps.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import {
  createFormBrowser,
  type FormBrowser,
  type FormResponse,
  register,
  tokenOf,
} from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
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

const sink = await startSmtpSink()
afterAll(() => sink.close())

test.each([
  ['https://pool.example.org', true],
  ['http://localhost:8080', true],
  ['http://pool.example.org', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::1]:8443', false],
  ['http://127.0.0.1:8080', false],
])('passkeys need an encrypted connection and a domain name, or this machine: %s, %s', (address, isAllowed) => {
  expect(allowsPasskeys(address)).toBe(isAllowed)
})

/** Sends a response to the sign-in of this page. */
function respond(from: FormBrowser, page: FormResponse, response: string): Promise<FormResponse> {
  const path = page.url.pathname.replace(/\/Passkey$/, '')
  return from.post(`${path}/Passkey`, { token: tokenOf(page), response, email: '', password: '' })
}

/** A server at a public address, and an owner who has registered there and signed in. */
async function openAt(publicUrl: string) {
  const server = await startIdentityServer({ publicUrl })
  const newBrowser = () => createFormBrowser(server.url, publicUrl)
  const openPage = (from: FormBrowser) => openSignIn(from, beginSignIn(publicUrl))
  const owner = newBrowser()
  await register(owner, { email: 'ada@example.org', password })
  await openPage(owner)
  return { server, newBrowser, openPage, owner }
}

test('where browsers allow none, the account page says so and the sign-in page does not ask', async () => {
  const { server, newBrowser, openPage, owner } = await openAt('http://pool.example.org')
  expect((await owner.get(manage)).text).toContain('This pool’s address is http://pool.example.org.')
  expect((await owner.get(`${add}/Offer`)).text).toBe('{"isOffered":false}')
  const page = await openPage(newBrowser())
  expect(page.text).toContain('name="password"')
  expect(page.text).not.toContain('data-passkey')
  await server.close()
})

test('behind a proxy with https, it is for the public address, and not for the one that the proxy calls', async () => {
  const publicUrl = 'https://pool.example.org'
  const { server, newBrowser, openPage, owner } = await openAt(publicUrl)
  const asked = await owner.submit(await owner.get(add), { name: 'Phone', password })
  expect(readPasskeyOptions(asked).rp?.id).toBe('pool.example.org')
  const { passkey, response } = createPasskey(asked)
  expect((await owner.submit(asked, { response })).location?.search).toBe('?done=passkey')
  const attempts: [Forgery, number][] = [
    [{ origin: server.url, rpId: 'localhost' }, 400],
    [{ origin: 'http://pool.example.org' }, 400],
    [{ origin: `${publicUrl}:8443` }, 400],
    [{ origin: 'https://www.pool.example.org' }, 400],
    [{}, 303],
  ]
  for (const [forgery, status] of attempts) {
    const from = newBrowser()
    const page = await openPage(from)
    const end = await respond(from, page, signWithPasskey(page, passkey, forgery))
    expect([forgery, end.status]).toEqual([forgery, status])
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
      return (await respond(visitor, page, signWithPasskey(page, used))).status
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
  const account = (of = email) => getAccount(db(), of)
  const addUser = () => addUserOfAccount(db(), email, clock.now())
  const list = async (of = email) => listConnectedSignIns(db(), (await account(of)).id)

  async function addOwner() {
    const owner = { email: `player-${randomUUID()}@example.org`, browser: newBrowser() }
    await register(newBrowser(), { email: owner.email, password })
    await sink.nextMailTo(owner.email)
    await confirmAccountEmail(db(), (await account(owner.email)).id)
    await signIn(owner.browser, server.url, { email: owner.email, password })
    return owner
  }

  const confirmAdd = async (from = browser, fields: Record<string, string> = {}) =>
    from.submit(await from.get(add), { name: 'Ada’s phone', password, ...fields })

  async function addPasskey(from = browser, fields: Record<string, string> = {}): Promise<SoftwarePasskey> {
    const page = await confirmAdd(from, fields)
    const { passkey, response } = createPasskey(page)
    const done = await from.submit(page, { response })
    expect(done.location?.search).toBe('?done=passkey')
    return passkey
  }

  const open = (from: FormBrowser, begun = beginSignIn(server.url)) => openSignIn(from, begun)

  const send = async (from: FormBrowser, page: FormResponse, response: string) =>
    from.follow(await respond(from, page, response), isCallback)

  async function enter(passkey: SoftwarePasskey, forgery: Forgery = {}, from = newBrowser()) {
    const begun = beginSignIn(server.url)
    const page = await open(from, begun)
    return { from, begun, end: await send(from, page, signWithPasskey(page, passkey, forgery)) }
  }

  const outcome = ({ status, location, text }: FormResponse) =>
    location?.searchParams.has('code') ? 'signed in' : `${status}${text.includes(rejected) ? ' rejected' : ''}`

  /** How the sign-in of this page ends with this response. */
  const conclude = async (from: FormBrowser, page: FormResponse, response: string) =>
    outcome(await send(from, page, response))

  /** How a sign-in with this passkey ends. */
  const attempt = async (passkey: SoftwarePasskey, forgery: Forgery = {}) =>
    outcome((await enter(passkey, forgery)).end)

  async function openDisconnect(): Promise<FormResponse> {
    const [, link = ''] = /href="([^"]*Disconnect\?id=[^"]*)"/.exec((await browser.get(manage)).text) ?? []
    return browser.get(link)
  }

  test('is added with a name and the password, and signs in without one', async () => {
    const wrong = await browser.submit(await browser.get(add), { name: 'Phone', password: 'wrong' })
    expect([wrong.status, wrong.text.includes('data-passkey')]).toEqual([400, false])
    const passkey = await addPasskey()
    await sink.nextMailTo(email, 'You_can_now_sign_in_with_Passkey')
    const page = (await browser.get(manage)).text
    expect(page).toContain('<strong>Passkey “Ada’s phone”</strong>')
    const { end, begun } = await enter(passkey)
    const { sub, email: claimed } = decodeJwt((await redeemTokens(server.url, end, begun)).idToken)
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
    const page = await openDisconnect()
    expect((await browser.submit(page, { password: 'wrong' })).status).toBe(400)
    await browser.submit(page, { password })
    await sink.nextMailTo(email, 'was_disconnected')
    expect(await attempt(passkey)).toBe('400 rejected')
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
      app = scanAuthenticatorKey(page)
      await browser.submit(page, { password, code: nextCode() })
    })
    const nextCode = () => {
      clock.advance(minute)
      return app.generate({ timestamp: clock.now().getTime() })
    }

    test('adding one needs a code; user verification counts as both, and without it the code is asked for', async () => {
      expect((await confirmAdd()).text).toContain('This code is wrong')
      const passkey = await addPasskey(browser, { code: nextCode() })
      expect(await attempt(passkey)).toBe('signed in')
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Enter your code')
      const done = await from.follow(await from.submit(end, { code: nextCode() }), isCallback)
      expect(outcome(done)).toBe('signed in')
    })

    test('removing it ends a sign-in that has begun with it, and not the session of its owner', async () => {
      const passkey = await addPasskey(browser, { code: nextCode() })
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Enter your code')
      await browser.submit(await openDisconnect(), { password })
      const late = await from.submit(end, { code: nextCode() })
      expect(late.text).toContain('This sign-in has expired')
      expect((await browser.get(manage)).text).toContain('(this device)')
    })
  })

  test('is enough for a role that needs two factors with user verification only', async () => {
    const passkey = await addPasskey()
    await setRole(db(), await addUser(), 'power', true)
    expect(await attempt(passkey)).toBe('signed in')
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
      const other = await addOwner()
      const own = await addPasskey(other.browser)
      const { id, userHandle } = passkey
      const forgeries: [what: string, Forgery, signedBy?: SoftwarePasskey][] = [
        ['for another origin', { origin: 'https://pool.example.net' }],
        ['for the same host at another port', { origin: 'http://localhost:1' }],
        ['for another relying party', { rpId: 'example.net' }],
        ['with a challenge of the attacker', { challenge: Buffer.alloc(32).toString('base64url') }],
        ['as the response to a registration', { type: 'webauthn.create' }],
        ['without anybody present', { isPresent: false }],
        ['with a changed signature', { isTampered: true }],
        ['with the id of an unknown one', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
        ['with another user handle', { userHandle: Buffer.alloc(32).toString('base64url') }],
        ['with one’s own key under the id of another account', { id }, own],
        ['with one’s own key and the user handle of another account', { userHandle }, own],
        ['with one’s own key under both', { id, userHandle }, own],
      ]
      const pages = new Set<string>()
      for (const [what, forgery, signedBy = passkey] of forgeries) {
        const { end } = await enter(signedBy, forgery)
        expect([what, outcome(end)]).toEqual([what, '400 rejected'])
        pages.add(end.text.replaceAll(/value="[^"]{20,}"|data-passkey="[^"]*"|Login\/[\w-]+/g, ''))
      }
      // Nobody learns which of these was wrong, or whether the passkey exists.
      expect(pages.size).toBe(1)
      expect(await attempt(own)).toBe('signed in')
    })

    test('when it is replayed, in the same sign-in and in another', async () => {
      const thief = newBrowser()
      const page = await open(thief)
      const response = signWithPasskey(page, passkey, { isTampered: true })
      for (const _ of ['first', 'again']) expect(await conclude(thief, page, response)).toBe('400 rejected')
      const from = newBrowser()
      const form = await open(from)
      const used = signWithPasskey(form, passkey)
      expect(await conclude(from, form, used)).toBe('signed in')
      expect(await conclude(thief, await open(thief), used)).toBe('400 rejected')
    })

    test('of two concurrent responses to one challenge, one', async () => {
      const from = newBrowser()
      const page = await open(from)
      const ends = await Promise.all([1, 2].map(() => conclude(from, page, signWithPasskey(page, passkey))))
      // The other one may find that the sign-in is done.
      expect(ends.filter((end) => end === 'signed in')).toHaveLength(1)
    })

    test('with the challenge of another browser', async () => {
      const thief = newBrowser()
      const theirs = signWithPasskey(await open(newBrowser()), passkey)
      expect(await conclude(thief, await open(thief), theirs)).toBe('400 rejected')
    })

    test('after five minutes', async () => {
      const from = newBrowser()
      const page = await open(from)
      clock.advance(5 * minute + 1)
      const late = await send(from, page, signWithPasskey(page, passkey))
      expect(outcome(late)).toBe('400 rejected')
      // The page asks again.
      expect(await conclude(from, late, signWithPasskey(late, passkey))).toBe('signed in')
    })

    test('when its counter goes back, and the owner is told, at most once a day', async () => {
      expect(await attempt(passkey)).toBe('signed in')
      const copy = { ...passkey, counter: passkey.counter - 1 }
      expect(await attempt(copy)).toBe('400 rejected')
      await sink.nextMailTo(email, 'may have been copied')
      copy.counter -= 1
      expect(await attempt(copy)).toBe('400 rejected')
      const about = db().selectFrom('outbox').select('id').where('request_key', 'like', 'passkey-copied:%')
      expect(await about.where('recipient', '=', email).execute()).toHaveLength(1)
      expect(await attempt(passkey)).toBe('signed in')
    })

    test('as one’s own, if it is somebody else’s: an id belongs to one account', async () => {
      const other = await addOwner()
      const page = await confirmAdd(other.browser)
      const { response } = createPasskey(page, { id: passkey.id })
      expect((await other.browser.submit(page, { response })).status).toBe(400)
      expect(await list(other.email)).toEqual([])
      expect(await attempt(passkey)).toBe('signed in')
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
      const save = (page: FormResponse, asked = page, from = browser) =>
        from.submit(page, { response: createPasskey(asked).response })
      const page = await confirmAdd()
      await save(page)
      expect((await save(page)).status).toBe(400)
      const late = await confirmAdd()
      clock.advance(5 * minute + 1)
      expect((await save(late)).status).toBe(400)
      const other = newBrowser()
      await signIn(other, server.url, { email, password })
      expect((await save(await confirmAdd(other), await confirmAdd(), other)).status).toBe(400)
      const ended = await confirmAdd()
      await other.submit(await other.get(manage), {}, `${manage}/SignOut`)
      const { status, location } = await save(ended)
      expect([status, location?.pathname]).toEqual([303, '/connect/authorize'])
      expect(await list()).toHaveLength(1)
    })
  })

  describe('ends', () => {
    /** Each returns further passkeys that have to end. */
    const endings: [what: string, () => Promise<SoftwarePasskey[]>][] = [
      ['the reset of an admin', resetByAdmin],
      ['the undo of a change of address, which a thief in the account has made', undoChange],
      ['an emailed reset, if the owner says that they do not know it', resetByEmail],
      ['the first proof of the address by the mailbox, with whatever else a stranger had prepared', proveAddress],
      ['the account', deleteAccount],
    ]
    test.each(endings)('with %s', async (_, end) => {
      const passkey = await addPasskey()
      for (const ended of [passkey, ...(await end())]) {
        expect(await attempt(ended)).toBe('400 rejected')
        const stored = db().selectFrom('connected_sign_ins').select('id').where('issuer', '=', passkeyIssuer)
        expect(await stored.where('subject', '=', ended.id).execute()).toEqual([])
      }
    })

    async function resetByAdmin() {
      const user = { id: await addUser() }
      const reset = { account: await account(), user, by: null, publicUrl: server.url }
      await inTransaction(db(), (trx) => createPasswordLink(trx, reset, clock.now()))
      return []
    }

    async function undoChange() {
      const changed = `thief-${email}`
      await browser.submit(await browser.get(manage), { email: changed, emailPassword: password }, `${manage}/Email`)
      await browser.submit(await openMail(browser, await sink.nextMailTo(changed)), {})
      const undo = await sink.nextMailTo(email, 'was changed')
      const theirs = await addPasskey()
      const visitor = newBrowser()
      await visitor.submit(await openMail(visitor, undo), {})
      return [theirs]
    }

    async function openReset(visitor: FormBrowser) {
      await visitor.submit(await visitor.get('/Identity/Account/ForgotPassword'), { email })
      return openMail(visitor, await sink.nextMailTo(email, 'Subject: Choose a'))
    }

    async function resetByEmail() {
      const visitor = newBrowser()
      const page = await openReset(visitor)
      const [, box = ''] = /name="(disconnect-[^"]*)">\s*<span>Disconnect Passkey “Ada’s phone”/.exec(page.text) ?? []
      await visitor.submit(page, { password: chosen, [box]: 'on' })
      return []
    }

    async function proveAddress() {
      await db().updateTable('accounts').set({ email_verified: 0 }).where('email', '=', email).execute()
      const visitor = newBrowser()
      await visitor.submit(await openReset(visitor), { password: chosen })
      return []
    }

    async function deleteAccount() {
      await browser.submit(await browser.get('/Identity/Account/Delete'), { password })
      return []
    }

    test('not with “Sign out everywhere”, which ends the sign-ins that it has begun', async () => {
      const passkey = await addPasskey()
      await setRole(db(), await addUser(), 'power', true)
      const { from, end } = await enter(passkey, { isVerified: false })
      expect(end.text).toContain('Set up your second factor')
      clock.advance(1)
      await browser.submit(await browser.get(manage), {}, `${manage}/SignOut`)
      expect((await from.get(end.url.pathname)).status).not.toBe(200)
      expect(await attempt(passkey)).toBe('signed in')
    })
  })
})
