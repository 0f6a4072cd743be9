import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticator } from '#server/platform/http/authenticate.ts'
import { createAuthenticator } from '#server/sign-in/tokens/authenticator.ts'
import { selectGroupRoles } from '#server/users/provider-group-role-store.ts'
import { setRole } from '#server/users/user-store.ts'
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

describe.each([undefined, 'organisers'] as const)(
  'groups of an upstream provider, second factor %s',
  (requireSecondFactor) => {
    const clock = buildClock(new Date())
    let opened: Awaited<ReturnType<typeof openTestDatabase>>
    let pool: UpstreamServer
    let authenticator: Authenticator
    let count = 0
    beforeAll(async () => {
      opened = await openTestDatabase(sqlite)
      const { database } = opened
      const options = { database, clock, settings, ...(requireSecondFactor && { requireSecondFactor }) }
      pool = await startUpstreamServer(['google', 'keycloak'], options)
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

    /** The provider issues tokens by the real clock. */
    async function verify(token: string) {
      const now = clock.now()
      clock.set(new Date())
      return pool.server.verifier.verify(token).finally(() => clock.set(now))
    }

    const newBrowser = () => createFormBrowser(pool.server.url)
    const userOf = async ({ accessToken }: { accessToken: string }) =>
      (await authenticator.authenticate(accessToken)).user

    function newPerson(groups: unknown, key: 'keycloak' | 'google' = 'keycloak'): string {
      count += 1
      const email = `person-${count}@example.org`
      Object.assign(pool.upstream(key).person, {
        subject: `person-${count}`,
        name: 'A Person',
        email,
        emailVerified: true,
      })
      pool.upstream(key).faults = { claims: { groups } }
      return email
    }

    const setGroups = (groups: unknown) => {
      pool.upstream('keycloak').faults = { claims: { groups } }
    }

    if (requireSecondFactor) {
      test('the role requires it, from the first sign-in on', async () => {
        newPerson(['/golf/organisers'])
        const browser = newBrowser()
        const attempt = beginSignIn(pool.server.url)
        const page = await continueWith(browser, await openSignIn(browser, attempt), 'Keycloak')
        expect(page.text).toContain('Set up your second factor')
        const secret = /class="key">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
        const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
        const codes = await browser.submit(page, { code })
        const next = /class="button" href="([^"]*)"/.exec(codes.text)?.[1] ?? ''
        const done = await browser.follow(await browser.get(next), isCallback)
        expect(await userOf(await redeemTokens(pool.server.url, done, attempt))).toMatchObject(power)

        newPerson(['/golf/players'])
        expect(await userOf(await signInWith(newBrowser(), pool.server, 'Keycloak'))).toMatchObject(player)
      })
      return
    }

    test('are read at each sign-in there: who has left the group has lost the role in every session', async () => {
      newPerson(['/golf/admins', '/golf/organisers'])
      const first = await signInWith(newBrowser(), pool.server, 'Keycloak')
      expect(await userOf(first)).toMatchObject(admin)
      setGroups(['/golf/organisers'])
      clock.advance(minute)
      const second = await signInWith(newBrowser(), pool.server, 'Keycloak')
      expect([await userOf(first), await userOf(second)]).toMatchObject([power, power])
      setGroups(undefined)
      clock.advance(minute)
      const third = await signInWith(newBrowser(), pool.server, 'Keycloak')
      expect([await userOf(first), await userOf(second), await userOf(third)]).toMatchObject([player, player, player])
    })

    test.each([
      ['a text', '/golf/admins'],
      ['another group', ['golf/admins', '/golf/admins/']],
      ['numbers', ['/golf/admins', 1]],
    ])('in the form of %s give no role', async (_name, groups) => {
      newPerson(groups)
      expect(await userOf(await signInWith(newBrowser(), pool.server, 'Keycloak'))).toMatchObject(player)
    })

    test('of a provider without the settings give no role', async () => {
      newPerson(['/golf/admins'], 'google')
      expect(await userOf(await signInWith(newBrowser(), pool.server, 'Google'))).toMatchObject(player)
    })

    test('end their session after an hour, and the role with it; another session stays', async () => {
      newPerson(['/golf/admins'])
      const browser = newBrowser()
      const start = clock.now().getTime()
      const tokens = await signInWith(browser, pool.server, 'Keycloak')
      clock.advance(55 * minute)
      const renewed = await renew(browser)
      expect(renewed && (await userOf(renewed))).toMatchObject(admin)
      clock.set(new Date(start + 61 * minute))
      expect(await renew(browser)).toBeUndefined()
      expect(renewed && (await userOf(renewed))).toMatchObject(player)
      expect(await selectGroupRoles(opened.database.db, clock.now()).execute()).toEqual([])
      expect(tokens.accessToken).not.toBe(renewed?.accessToken)

      newPerson(['/golf/players'])
      const other = newBrowser()
      await signInWith(other, pool.server, 'Keycloak')
      clock.advance(61 * minute)
      expect(await renew(other)).toBeDefined()
    })

    test('do not shorten the session of someone who has the role by command', async () => {
      newPerson(['/golf/admins'])
      const { id } = await userOf(await signInWith(newBrowser(), pool.server, 'Keycloak'))
      await setRole(opened.database.db, id, 'admin', true)
      const browser = newBrowser()
      await signInWith(browser, pool.server, 'Keycloak')
      clock.advance(61 * minute)
      const renewed = await renew(browser)
      expect(renewed && (await userOf(renewed))).toMatchObject(admin)
    })

    test('count in sessions that began there only: not with the password, and not once disconnected', async () => {
      const email = newPerson(['/golf/admins'])
      const password = 'long drive into rough'
      const browser = newBrowser()
      await register(browser, { name: 'A Person', email, password })
      // Verified as the link would do it.
      const { db } = opened.database
      await db.updateTable('accounts').set({ email_verified: 1 }).where('email', '=', email).execute()
      const connecting = newBrowser()
      const attempt = beginSignIn(pool.server.url)
      const page = await continueWith(connecting, await openSignIn(connecting, attempt), 'Keycloak')
      const done = await connecting.follow(await connecting.submit(page, { email, password }), isCallback)
      expect(await userOf(await redeemTokens(pool.server.url, done, attempt)), 'while connecting').toMatchObject(player)

      clock.advance(minute)
      const there = await signInWith(newBrowser(), pool.server, 'Keycloak')
      expect(await userOf(there)).toMatchObject(admin)
      expect(await userOf(await signIn(newBrowser(), pool.server.url, { email, password }))).toMatchObject(player)
      await db.deleteFrom('connected_sign_ins').where('email', '=', email).execute()
      expect(await userOf(there)).toMatchObject(player)
    })

    test('of a connection cannot be claimed by the token of another account', async () => {
      newPerson(['/golf/admins'])
      await userOf(await signInWith(newBrowser(), pool.server, 'Keycloak'))
      const connection = await opened.database.db
        .selectFrom('connected_sign_ins')
        .select('id')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      newPerson(['/golf/players'])
      const tokens = await signInWith(newBrowser(), pool.server, 'Keycloak')
      const verified = await pool.server.verifier.verify(tokens.accessToken)
      const forged = createAuthenticator({
        db: opened.database.db,
        clock,
        verifier: { ...pool.server.verifier, verify: async () => ({ ...verified, connectionId: connection.id }) },
      })
      expect((await forged.authenticate(tokens.accessToken)).user).toMatchObject(player)
    })

    /** A silent sign-in; undefined if the session has ended. */
    async function renew(browser: FormBrowser) {
      const attempt = beginSignIn(pool.server.url, { prompt: 'none' })
      const answer = await browser.follow(await browser.get(attempt.path), isCallback)
      return answer.location?.searchParams.has('code') ? redeemTokens(pool.server.url, answer, attempt) : undefined
    }
  },
)
