import type { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { confirmAccountEmail } from '#server/sign-in/accounts/account-store.ts'
import { createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { blockUser, unblockUser } from '#server/user-administration/user-blocking-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { addUserOfAccount, getAccount } from '#test/support/account-rows.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import { createFormBrowser, type FormBrowser, type FormResponse, register } from '#test/support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, redeem, signIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { startUpstreamServer, type UpstreamServer } from '#test/support/upstream-server.ts'

const password = 'long drive into rough'
const other = 'putter on a wet green'
const manage = '/Identity/Account/Manage'
const secondFactor = '/Identity/Account/SecondFactor'
const clock = buildClock(new Date())

let pool: UpstreamServer
beforeAll(async () => {
  pool = await startUpstreamServer(['google'], { clock, requireSecondFactor: 'organisers' })
})
afterAll(() => pool.close())

type Owner = { email: string; browser: FormBrowser; id: string; userId: number; app?: TOTP }

let count = 0
/** A signed-in user whose password somebody else knows. */
async function addOwner(): Promise<Owner> {
  count += 1
  const email = `player-${count}@example.org`
  const { server } = pool
  const browser = createFormBrowser(server.url)
  await register(browser, { email, password })
  await signIn(browser, server.url, { email, password })
  const { db } = server.database
  const { id } = await getAccount(db, email)
  await confirmAccountEmail(db, id)
  return { email, browser, id, userId: await addUserOfAccount(db, email, clock.now()) }
}

/** A code that has not been used before. */
function nextCode(app: TOTP): string {
  clock.advance(60_000)
  return app.generate({ timestamp: clock.now().getTime() })
}

async function turnOnSecondFactor(owner: Owner): Promise<void> {
  const page = await owner.browser.get(secondFactor)
  owner.app = scanAuthenticatorKey(page)
  const done = await owner.browser.submit(page, { password, code: nextCode(owner.app) })
  expect(done.text).toContain('Your recovery codes')
}

async function block({ userId }: Owner): Promise<void> {
  await inTransaction(pool.server.database.db, (trx) => blockUser(trx, userId, clock.now()))
}

const changes: Readonly<Record<string, (owner: Owner) => Promise<void>>> = {
  async 'a password change'({ browser }) {
    const fields = { oldPassword: password, password: other }
    const done = await browser.submit(await browser.get(manage), fields, `${manage}/Password`)
    expect(done.location?.search).toBe('?done=password')
  },
  async 'a password reset'({ id }) {
    const about = { accountId: id }
    const code = await createCode(pool.server.database.db, 'reset-password', about, clock.now())
    const browser = createFormBrowser(pool.server.url)
    const page = await browser.get(`/Identity/Account/ResetPassword?code=${code}`)
    const done = await browser.submit(page, { password: other })
    expect(done.text).toContain('You were signed out on all your devices.')
  },
  async 'a sign-out everywhere'({ browser }) {
    const done = await browser.submit(await browser.get(manage), {}, `${manage}/SignOut`)
    expect(done.location?.pathname).toBe('/Identity/Account/SignedOut')
  },
  'a block': block,
  async 'a block that was lifted'(owner) {
    await block(owner)
    await unblockUser(pool.server.database.db, owner.userId)
  },
  async 'the deletion of the account'({ browser, app }) {
    const fields = { password, code: app ? nextCode(app) : '' }
    const done = await browser.submit(await browser.get('/Identity/Account/Delete'), fields)
    expect(done.text).toContain('Your account has been deleted')
  },
  async 'a change of address'({ browser, email }) {
    const fields = { email: `new-${email}`, emailPassword: password }
    const done = await browser.submit(await browser.get(manage), fields, `${manage}/Email`)
    expect(done.location?.search).toBe('?done=email')
  },
}
const allChanges = { ...changes, 'turning on the second factor': turnOnSecondFactor }
/** After a deletion, the same sign-in creates another account. */
const connectedChanges = Object.entries(allChanges).filter(([name]) => name !== 'the deletion of the account')

/** Types the password and stops there. */
async function begin(browser: FormBrowser, { email }: Owner) {
  const attempt = beginSignIn(pool.server.url)
  const form = await openSignIn(browser, attempt)
  const answer = await browser.submit(form, { email, password })
  expect(answer.status).toBe(303)
  clock.advance(1)
  return { attempt, answer }
}

async function expectSignedOut(browser: FormBrowser, end: FormResponse): Promise<void> {
  expect(end.location?.searchParams.get('code')).toBeFalsy()
  expect(end.status).toBeLessThan(500)
  const silently = await browser.get(beginSignIn(pool.server.url, { prompt: 'none' }).path)
  expect(silently.location?.searchParams.get('error')).toBe('login_required')
  expect((await browser.get(manage)).location?.pathname).toBe('/connect/authorize')
}

describe('a sign-in that somebody else has begun does not outlive', () => {
  let owner: Owner
  let stranger: FormBrowser
  beforeEach(async () => {
    owner = await addOwner()
    stranger = createFormBrowser(pool.server.url)
  })

  test.each(Object.entries(allChanges))('%s, after the password', async (_name, change) => {
    const { answer } = await begin(stranger, owner)
    await change(owner)
    const end = await stranger.follow(answer, isCallback)
    expect(end).toMatchObject({ status: 400, text: expect.stringContaining('has expired') })
    await expectSignedOut(stranger, end)
  })

  test.each(Object.entries(changes))('%s, at the second factor', async (_name, change) => {
    await turnOnSecondFactor(owner)
    const page = await stranger.follow((await begin(stranger, owner)).answer, isCallback)
    expect(page.text).toContain('<h1>Enter your code</h1>')
    await change(owner)
    const answer = await stranger.submit(page, { code: owner.app ? nextCode(owner.app) : '' })
    await expectSignedOut(stranger, await stranger.follow(answer, isCallback))
  })

  test.each(Object.entries(allChanges))('%s, where organisers set up their second factor', async (_name, change) => {
    const { db } = pool.server.database
    await setRole(db, owner.userId, 'power', true)
    const page = await stranger.follow((await begin(stranger, owner)).answer, isCallback)
    expect(page.text).toContain('<h1>Set up your second factor</h1>')
    await change(owner)
    const before = await db.selectFrom('second_factors').selectAll().where('account_id', '=', owner.id).execute()
    const answer = await stranger.submit(page, { code: nextCode(scanAuthenticatorKey(page)) })
    expect(answer.text).not.toContain('Your recovery codes')
    await expectSignedOut(stranger, await stranger.follow(answer, isCallback))
    const after = await db.selectFrom('second_factors').selectAll().where('account_id', '=', owner.id).execute()
    expect(after).toEqual(before)
  })

  test.each(Object.entries(changes))('%s, with a ticket instead of the password', async (_name, change) => {
    const { db } = pool.server.database
    const code = await createCode(db, 'reset-password', { accountId: owner.id }, clock.now())
    const page = await stranger.get(`/Identity/Account/ResetPassword?code=${code}`)
    await stranger.submit(page, { password })
    // The reset has ended the owner's session.
    await signIn(owner.browser, pool.server.url, { email: owner.email, password })
    await change(owner)
    await expectSignedOut(stranger, await openSignIn(stranger, beginSignIn(pool.server.url)))
  })

  test.each(connectedChanges)('%s, at another provider', async (_name, change) => {
    const upstream = pool.upstream('google')
    upstream.person = { ...upstream.person, subject: owner.id, email: `${owner.id}@google.example` }
    const arrive = async (browser: FormBrowser, until: string) => {
      const form = await openSignIn(browser, beginSignIn(pool.server.url))
      const path = /href="([^"]*)"[^>]*>Continue with Google</.exec(form.text)?.[1] ?? ''
      return browser.follow(await browser.get(path), (url) => url.pathname.endsWith(until))
    }
    const connect = await owner.browser.follow(await owner.browser.get(`${manage}/Connect/google`), isCallback)
    await owner.browser.submit(connect, { password })
    const second = createFormBrowser(pool.server.url)
    const atCallback = await arrive(stranger, '/callback')
    const arrived = await arrive(second, '/Upstream')
    clock.advance(1)
    await change(owner)
    await expectSignedOut(stranger, await stranger.follow(atCallback, isCallback))
    await expectSignedOut(second, await second.follow(arrived, isCallback))
  })
})

const endings = Object.entries(changes).filter(([name]) => name !== 'a change of address')

test.each(endings)('a code that was not redeemed before %s is refused', async (_name, change) => {
  const owner = await addOwner()
  const stranger = createFormBrowser(pool.server.url)
  const { attempt, answer } = await begin(stranger, owner)
  const { location } = await stranger.follow(answer, isCallback)
  expect(location?.searchParams.has('code')).toBe(true)
  await change(owner)
  expect((await redeem(pool.server.url, location, attempt)).status).toBe(400)
})
