import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticator } from '#server/platform/http/authenticate.ts'
import { createAuthenticator } from '#server/sign-in/tokens/authenticator.ts'
import { selectProviderGroupRoles } from '#server/users/provider-group-role-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { scanAuthenticatorKey } from '#test/support/authenticator-app.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { createFormBrowser, type FormBrowser, register } from '#test/support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { continueWith, signInWith, startUpstreamServer, type UpstreamServer } from '#test/support/upstream-server.ts'

const minute = 60_000
const settings = { UPSTREAM_KEYCLOAK_ADMIN_GROUP: '/golf/admins', UPSTREAM_KEYCLOAK_POWER_GROUP: '/golf/organisers' }
const admin = { isAdmin: true, isPowerUser: true }
const power = { isAdmin: false, isPowerUser: true }
const player = { isAdmin: false, isPowerUser: false }

const clock = buildClock(new Date())
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let pool: UpstreamServer
let authenticator: Authenticator
let count = 0

function openPool(options: { requireSecondFactor?: 'organisers' } = {}): void {
  beforeAll(async () => {
    opened = await openTestDatabase(sqlite)
    const { database } = opened
    pool = await startUpstreamServer(['google', 'keycloak'], { database, clock, settings, ...options })
    authenticator = createAuthenticator({ db: database.db, verifier: { ...pool.server.verifier, verify }, clock })
  })
  afterAll(async () => {
    await pool.close()
    await opened.remove()
  })
  beforeEach(() => clock.set(new Date()))
  afterEach(() => {
    for (const key of ['keycloak', 'google'] as const) pool.upstream(key).faults = {}
  })
}

/** The provider issues tokens by the real clock. */
async function verify(token: string) {
  const now = clock.now()
  clock.set(new Date())
  return pool.server.verifier.verify(token).finally(() => clock.set(now))
}

const newBrowser = () => createFormBrowser(pool.server.url)
const signInThere = (browser = newBrowser()) => signInWith(browser, pool.server, 'Keycloak')
const userOf = async (tokens: { accessToken: string } | undefined) =>
  tokens && (await authenticator.authenticate(tokens.accessToken)).user

/** The next sign-in at the provider is that of another person in these groups. */
function newPerson(groups: unknown, key: 'keycloak' | 'google' = 'keycloak'): string {
  count += 1
  const email = `person-${count}@example.org`
  Object.assign(pool.upstream(key).person, { subject: `person-${count}`, name: 'A Person', email, emailVerified: true })
  setGroups(groups, key)
  return email
}

function setGroups(groups: unknown, key: 'keycloak' | 'google' = 'keycloak'): void {
  pool.upstream(key).faults = { claims: { groups } }
}

/** A silent sign-in; undefined if the session has ended. */
async function renew(browser: FormBrowser) {
  const attempt = beginSignIn(pool.server.url, { prompt: 'none' })
  const answer = await browser.follow(await browser.get(attempt.path), isCallback)
  return answer.location?.searchParams.has('code') ? redeemTokens(pool.server.url, answer, attempt) : undefined
}

describe('groups of an upstream provider in a pool whose organisers need a second factor', () => {
  openPool({ requireSecondFactor: 'organisers' })

  test('give a role that requires it, from the first sign-in on', async () => {
    newPerson(['/golf/organisers'])
    const browser = newBrowser()
    const attempt = beginSignIn(pool.server.url)
    const page = await continueWith(browser, await openSignIn(browser, attempt), 'Keycloak')
    expect(page.text).toContain('Set up your second factor')
    const code = scanAuthenticatorKey(page).generate({ timestamp: clock.now().getTime() })
    const codes = await browser.submit(page, { code })
    const next = /class="button" href="([^"]*)"/.exec(codes.text)?.[1] ?? ''
    const done = await browser.follow(await browser.get(next), isCallback)
    expect(await userOf(await redeemTokens(pool.server.url, done, attempt))).toMatchObject(power)

    newPerson(['/golf/players'])
    expect(await userOf(await signInThere())).toMatchObject(player)
  })
})

describe('groups of an upstream provider', () => {
  openPool()

  test('are read at each sign-in there: who has left the group has lost the role in every session', async () => {
    newPerson([])
    const sessions = []
    const readings: [groups: unknown, role: typeof admin][] = [
      [['/golf/admins', '/golf/organisers'], admin],
      [['/golf/organisers'], power],
      [undefined, player],
    ]
    for (const [groups, role] of readings) {
      setGroups(groups)
      sessions.push(await signInThere())
      for (const session of sessions) expect(await userOf(session)).toMatchObject(role)
      clock.advance(minute)
    }
  })

  test('of a provider without the settings give no role', async () => {
    newPerson(['/golf/admins'], 'google')
    expect(await userOf(await signInWith(newBrowser(), pool.server, 'Google'))).toMatchObject(player)
  })

  test('end their session after an hour, and the role with it; another session stays', async () => {
    newPerson(['/golf/admins'])
    const browser = newBrowser()
    const start = clock.now().getTime()
    const tokens = await signInThere(browser)
    clock.advance(55 * minute)
    const renewed = await renew(browser)
    expect(await userOf(renewed)).toMatchObject(admin)
    clock.set(new Date(start + 61 * minute))
    expect(await renew(browser)).toBeUndefined()
    expect(await userOf(renewed)).toMatchObject(player)
    expect(await selectProviderGroupRoles(opened.database.db, clock.now()).execute()).toEqual([])
    expect(tokens.accessToken).not.toBe(renewed?.accessToken)

    newPerson(['/golf/players'])
    const other = newBrowser()
    await signInThere(other)
    clock.advance(61 * minute)
    expect(await renew(other)).toBeDefined()
  })

  test('do not shorten the session of someone who has the role by command', async () => {
    newPerson(['/golf/admins'])
    const user = await userOf(await signInThere())
    await setRole(opened.database.db, user?.id ?? 0, 'admin', true)
    const browser = newBrowser()
    await signInThere(browser)
    clock.advance(61 * minute)
    expect(await userOf(await renew(browser))).toMatchObject(admin)
  })

  test('count in sessions that began there only: not with the password, and not once disconnected', async () => {
    const email = newPerson(['/golf/admins'])
    const password = 'long drive into rough'
    await register(newBrowser(), { name: 'A Person', email, password })
    // Verified as the link would do it.
    const { db } = opened.database
    await db.updateTable('accounts').set({ email_verified: 1 }).where('email', '=', email).execute()
    const connecting = newBrowser()
    const attempt = beginSignIn(pool.server.url)
    const page = await continueWith(connecting, await openSignIn(connecting, attempt), 'Keycloak')
    const done = await connecting.follow(await connecting.submit(page, { email, password }), isCallback)
    expect(await userOf(await redeemTokens(pool.server.url, done, attempt)), 'while connecting').toMatchObject(player)

    clock.advance(minute)
    const there = await signInThere()
    expect(await userOf(there)).toMatchObject(admin)
    expect(await userOf(await signIn(newBrowser(), pool.server.url, { email, password }))).toMatchObject(player)
    await db.deleteFrom('connected_sign_ins').where('email', '=', email).execute()
    expect(await userOf(there)).toMatchObject(player)
  })

  test('of a connection cannot be claimed by the token of another account', async () => {
    newPerson(['/golf/admins'])
    await userOf(await signInThere())
    const connection = await opened.database.db
      .selectFrom('connected_sign_ins')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    newPerson(['/golf/players'])
    const { accessToken } = await signInThere()
    const verified = await pool.server.verifier.verify(accessToken)
    const forged = createAuthenticator({
      db: opened.database.db,
      clock,
      verifier: { ...pool.server.verifier, verify: async () => ({ ...verified, connectionId: connection.id }) },
    })
    expect((await forged.authenticate(accessToken)).user).toMatchObject(player)
  })
})
