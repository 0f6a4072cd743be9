import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addConnectedSignIn, createAccount, listAuditEntries, passkeyIssuer, setRole } from '#built/harness.mjs'
import { adminUserList, type UserAction } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { startDocumentServer } from '../support/document-server.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '../support/oidc-client.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const chosen = 'another long drive away'
const minute = 60_000
const isDone = { link: null }

describe.each(databaseKinds())('an admin makes another one, over $name:', (kind) => {
  // A little behind the time of the provider's tokens.
  const clock = buildClock(new Date(Date.now() - minute))
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let pool: TestPool
  let origin: string

  beforeAll(async () => {
    sink = await startSmtpSink()
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, mail, rateLimitFactor: 0, withoutScores: true })
    origin = pool.app.config.publicUrl
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })

  const db = () => pool.app.database.db

  async function addAccount(role?: 'admin' | 'power') {
    const account = { email: `${randomUUID()}@example.org`, password }
    const made = await createAccount(pool.app, { ...account, name: `Pat ${account.email.slice(0, 4)}` })
    if (role) await setRole(db(), made.userId, role, true)
    return { account, ...made }
  }

  /** Signed in with a password just now. */
  async function enter({ account, userId }: Awaited<ReturnType<typeof addAccount>>): Promise<Person> {
    return { userId, token: (await signIn(createFormBrowser(origin), origin, account)).accessToken }
  }

  async function act(caller: Person, userId: number, action: UserAction['action'] = 'makeAdmin') {
    const response = await pool.send('POST', api.adminUser(), caller, { userId, action })
    const body: unknown = await response.json()
    return response.status === 200 ? body : problemDetails.parse(body).type.split(':').at(-1)
  }

  async function isOffered(caller: Person, userId: number): Promise<boolean | undefined> {
    const users = adminUserList.parse(await (await pool.call(api.adminUsers(), caller)).json())
    return users.find(({ id }) => id === userId)?.canBecomeAdmin
  }

  const isAdmin = async (userId: number) =>
    (await db().selectFrom('users').select('is_admin').where('id', '=', userId).executeTakeFirstOrThrow()).is_admin ===
    1

  /** Changes what the provider has stored of all sessions of an account. */
  async function changeSessions(accountId: string, change: object): Promise<void> {
    const records = db().selectFrom('provider_records').select(['id', 'payload'])
    for (const { id, payload } of await records
      .where('account_id', '=', accountId)
      .where('model', '=', 'Session')
      .execute())
      await db()
        .updateTable('provider_records')
        .set({ payload: JSON.stringify({ ...JSON.parse(payload), ...change }) })
        .where('model', '=', 'Session')
        .where('id', '=', id)
        .execute()
  }

  it('with a password that was typed within five minutes; every admin is told, and a repeat does nothing', async () => {
    const [admin, other] = [await addAccount('admin'), await addAccount('power')]
    const caller = await enter(admin)
    expect(await isOffered(caller, other.userId)).toBe(true)
    clock.advance(7 * minute)
    expect(await act(caller, other.userId)).toBe('confirmation-needed')
    expect(await isAdmin(other.userId)).toBe(false)
    clock.advance(-7 * minute)
    for (let time = 0; time < 2; time += 1) expect(await act(caller, other.userId)).toEqual(isDone)
    expect(await isAdmin(other.userId)).toBe(true)
    expect(await isOffered(caller, other.userId)).toBeUndefined()
    const log = await listAuditEntries(db(), { before: undefined, count: 50 })
    expect(
      log.filter(({ action, details }) => action === 'role granted' && JSON.stringify(details).includes('admin')),
    ).toMatchObject([{ user: { id: admin.userId }, details: { userId: other.userId, role: 'admin' } }])
    for (const address of [admin.account.email, other.account.email, 'admin@example.com'])
      expect((await sink.nextMailTo(address, 'only their command takes the role away')).to).toEqual([address])
    // Nobody takes the role away in the browser.
    for (const action of ['revokePower', 'block', 'delete', 'resetPassword'] as const)
      expect(await act(caller, other.userId, action), action).toBe('user-protected')
  })

  it('a new sign-in confirms, and only the session in which it was', async () => {
    const [admin, other] = [await addAccount('admin'), await addAccount()]
    const browser = createFormBrowser(origin)
    const first = { userId: admin.userId, token: (await signIn(browser, origin, admin.account)).accessToken }
    const second = await enter(admin)
    await changeSessions(admin.subject, { loginTs: Math.floor(Date.now() / 1000) - 60 * 60 })
    for (const session of [first, second]) expect(await act(session, other.userId)).toBe('confirmation-needed')
    // The sign-in page asks again although there is a session.
    const attempt = beginSignIn(origin, { prompt: 'login' })
    const page = await openSignIn(browser, attempt)
    expect(page.location).toBeUndefined()
    const answer = await browser.follow(await browser.submit(page, admin.account), isCallback)
    const { accessToken } = await redeemTokens(origin, answer, attempt)
    expect(await act(second, other.userId)).toBe('confirmation-needed')
    expect(await act({ userId: admin.userId, token: accessToken }, other.userId)).toEqual(isDone)
  })

  it('a sign-in by other means confirms nothing; a passkey does; who has neither is told to add one', async () => {
    const [admin, other] = [await addAccount('admin'), await addAccount()]
    const caller = await enter(admin)
    for (const amr of [['ext'], ['mail'], ['ext', 'otp'], ['mfa'], ['pop']]) {
      await changeSessions(admin.subject, { amr })
      expect(await act(caller, other.userId), amr.join()).toBe('confirmation-needed')
    }
    await db().updateTable('accounts').set({ password_hash: '' }).where('id', '=', admin.subject).execute()
    await changeSessions(admin.subject, { amr: ['pwd'] })
    expect(await act(caller, other.userId)).toBe('confirmation-impossible')
    const passkey = { issuer: passkeyIssuer, subject: randomUUID(), accountId: admin.subject, email: null }
    await addConnectedSignIn(db(), passkey, clock.now())
    expect(await act(caller, other.userId)).toBe('confirmation-needed')
    await changeSessions(admin.subject, { amr: ['mfa'] })
    expect(await act(caller, other.userId)).toEqual(isDone)
  })

  it('nor does a sign-in without typing, for minutes after the password was typed on the account page', async () => {
    const [admin, other] = [await addAccount('admin'), await addAccount()]
    const browser = createFormBrowser(origin)
    await signIn(browser, origin, admin.account)
    const settings = await browser.get('/Identity/Account/Manage')
    const changed = { oldPassword: password, password: chosen }
    expect((await browser.submit(settings, changed, '/Identity/Account/Manage/Password')).status).toBe(303)
    const attempt = beginSignIn(origin)
    const answer = await openSignIn(browser, attempt)
    expect(answer.location, 'the sign-in page asks for nothing').toBeDefined()
    const { accessToken } = await redeemTokens(origin, answer, attempt)
    expect(await act({ userId: admin.userId, token: accessToken }, other.userId)).toBe('confirmation-needed')
  })

  it('is refused to everybody else', async () => {
    const [power, player, other] = [await addAccount('power'), await addAccount(), await addAccount()]
    for (const person of [power, player]) {
      const caller = await enter(person)
      for (const userId of [other.userId, person.userId]) expect(await act(caller, userId)).toBe('forbidden')
    }
    expect(await isOffered(await enter(power), other.userId)).toBeUndefined()
    // A token without a session of the provider.
    expect(await act(pool.people.admin, other.userId)).toBe('not-found')
    expect(await isAdmin(other.userId)).toBe(false)
  })

  it('never somebody who is blocked, unconfirmed, let in by an organiser, or has not signed in', async () => {
    const caller = await enter(await addAccount('admin'))
    const refuse = async (userId: number, why: string) => {
      expect(await isOffered(caller, userId), why).toBeUndefined()
      expect(await act(caller, userId), why).toBe('not-eligible')
    }
    const blocked = await addAccount()
    expect(await act(caller, blocked.userId, 'block')).toEqual(isDone)
    await refuse(blocked.userId, 'blocked')
    const unconfirmed = await addAccount()
    await db().updateTable('accounts').set({ email_verified: 0 }).where('id', '=', unconfirmed.subject).execute()
    await refuse(unconfirmed.userId, 'unconfirmed')
    const admitted = await addAccount()
    const letIn = { admitted_by: caller.userId }
    await db().updateTable('accounts').set(letIn).where('id', '=', admitted.subject).execute()
    await refuse(admitted.userId, 'let in')
    await refuse(pool.people.newcomer.userId, 'without an account')
    const imported = await addAccount()
    await db().updateTable('users').set({ is_real: 0 }).where('id', '=', imported.userId).execute()
    await refuse(imported.userId, 'imported')
    expect(await act(caller, 999_999)).toBe('not-found')
  })

  it('never somebody whose account was entered by another’s link, until they set a password of their own', async () => {
    const admin = await addAccount('admin')
    const caller = await enter(admin)
    const other = await addAccount()
    const made = (await act(caller, other.userId, 'resetPassword')) as { link: string }
    const browser = createFormBrowser(origin)
    const page = await browser.get(made.link.slice(origin.length))
    expect((await browser.submit(page, { password: chosen })).status).toBe(200)
    expect(await act(caller, other.userId)).toBe('not-eligible')
    expect(await isOffered(caller, other.userId)).toBeUndefined()
    // Nor somebody into whom they were merged.
    const target = await addAccount()
    await db().updateTable('users').set({ merged_into: target.userId }).where('id', '=', other.userId).execute()
    expect(await act(caller, target.userId)).toBe('not-eligible')
    await db().updateTable('users').set({ merged_into: null }).where('id', '=', other.userId).execute()
    expect(await isOffered(caller, target.userId)).toBe(true)

    clock.advance(1000)
    await signIn(browser, origin, { ...other.account, password: chosen })
    const settings = await browser.get('/Identity/Account/Manage')
    const changed = { oldPassword: chosen, password: `${chosen} once more` }
    expect((await browser.submit(settings, changed, '/Identity/Account/Manage/Password')).status).toBe(303)
    expect(await isOffered(caller, other.userId)).toBe(true)
    expect(await act(caller, other.userId)).toEqual(isDone)
  })

  it('a link that was made before ends with the grant', async () => {
    const caller = await enter(await addAccount('admin'))
    const other = await addAccount()
    const made = (await act(caller, other.userId, 'resetPassword')) as { link: string }
    expect(await act(caller, other.userId)).toEqual(isDone)
    expect((await createFormBrowser(origin).get(made.link.slice(origin.length))).status).toBe(410)
  })
})

it('with an external provider nobody is made an admin in the browser', async () => {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }
  const server = await startDocumentServer()
  onTestFinished(() => void server.close())
  const authority = new URL(server.url).origin
  server.answer(({ url }, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(url === '/keys' ? { keys: [jwk] } : { issuer: authority, jwks_uri: `${authority}/keys` })),
  )
  const pool = await openTestPool({ withoutScores: true, signIn: { provider: 'external', authority } })
  onTestFinished(() => pool.close())
  const { signIn: settings } = pool.app.config
  const enter = async (sub: string) => {
    const claims = { sub, email: `${sub}@example.net`, email_verified: true, scope: settings.scope }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
      .setIssuer(authority)
      .setAudience(settings.audience)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(keys.privateKey)
    const caller = { userId: 0, token }
    const { id } = (await (await pool.call(api.user(), caller)).json()) as { id: number }
    return { userId: id, token }
  }
  const [admin, other] = [await enter('ada'), await enter('ben')]
  await setRole(pool.app.database.db, admin.userId, 'admin', true)
  const users = adminUserList.parse(await (await pool.call(api.adminUsers(), admin)).json())
  expect(users.some(({ canBecomeAdmin }) => canBecomeAdmin)).toBe(false)
  const request = { userId: other.userId, action: 'makeAdmin' }
  const response = await pool.send('POST', api.adminUser(), admin, request)
  expect(problemDetails.parse(await response.json())).toMatchObject({
    status: 404,
    detail: 'Only the operator or the sign-in provider makes admins here.',
  })
  expect(await (await pool.call(api.user(), other)).json()).toMatchObject({ isAdmin: false })
})
