import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { upstreamProfiles } from '#test/support/upstream-profiles.ts'
import type { UpstreamFaults } from '#test/support/upstream-provider.ts'
import {
  continueWith,
  failWith,
  signInWith,
  startUpstreamServer,
  type UpstreamServer,
} from '#test/support/upstream-server.ts'

const clock = buildClock(new Date())
let pool: UpstreamServer
beforeAll(async () => {
  pool = await startUpstreamServer(
    upstreamProfiles.map(({ key }) => key),
    { clock },
  )
})
afterAll(() => pool.close())
afterEach(() => {
  for (const { key } of upstreamProfiles) pool.upstream(key).faults = {}
})

describe('each of the six recipes signs a new person in:', () => {
  test.each(upstreamProfiles)('$name', async ({ key, name, verifiesEmail }) => {
    const upstream = pool.upstream(key)
    const email = `jane@${key}.example`
    upstream.person = { ...upstream.person, email }
    const tokens = await signInWith(createFormBrowser(pool.server.url), pool.server, name)
    const first = await pool.server.verifier.verify(tokens.accessToken)
    expect(first.profile).toMatchObject({ name: 'Jane Doe', email, emailVerified: verifiesEmail })
    // In another browser, without the address, it is the same person.
    upstream.person = { ...upstream.person, email: undefined, name: 'Somebody Else' }
    const again = await signInWith(createFormBrowser(pool.server.url), pool.server, name)
    const second = await pool.server.verifier.verify(again.accessToken)
    expect(second).toMatchObject({ subject: first.subject, profile: { name: 'Jane Doe', email } })
  })
})

describe('a token is refused', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  const faults: Record<string, UpstreamFaults> = {
    'for another client': { claims: { aud: 'another-client', azp: undefined } },
    'for several clients without naming us': { claims: { aud: ['player-pool', 'another'], azp: undefined } },
    'with another nonce': { claims: { nonce: 'of-another-sign-in' } },
    'without a nonce': { claims: { nonce: undefined } },
    'that has expired': { claims: { iat: past, exp: past + 60 } },
    'without an expiry': { claims: { exp: undefined } },
    'of another issuer': { claims: { iss: 'https://evil.example' } },
    'without a subject': { claims: { sub: undefined } },
    'with an empty subject': { claims: { sub: '' } },
    'with a long subject': { claims: { sub: 'x'.repeat(256) } },
    'that is not signed': { signing: 'none' },
    'signed with the client secret': { signing: 'HS256' },
    'signed with a key that is not published': { signing: 'other-key' },
  }
  test.each(Object.entries(faults))('%s', async (_name, changes) => {
    // Auth0 lists HS256 among its algorithms.
    pool.upstream('auth0').faults = changes
    const browser = createFormBrowser(pool.server.url)
    const page = await failWith(browser, pool.server, 'Auth0')
    expect(page).toMatchObject({ status: 502, text: expect.stringContaining('The sign-in with Auth0 failed') })
    expect(page.text).not.toContain('evil')
    pool.upstream('auth0').faults = {}
    const back = /class="button" href="([^"]*)"/.exec(page.text)?.[1] ?? ''
    expect((await continueWith(browser, await browser.get(back), 'Auth0')).location?.searchParams.has('code')).toBe(
      true,
    )
  })

  test('the same with userinfo about another person', async () => {
    const upstream = pool.upstream('keycloak')
    upstream.faults = { claimsInUserinfoOnly: true, userinfoSubject: 'somebody-else' }
    upstream.person = { ...upstream.person, subject: 'never-seen-before' }
    expect(await failWith(createFormBrowser(pool.server.url), pool.server, 'Keycloak')).toMatchObject({ status: 502 })
    upstream.person = { ...upstream.person, subject: upstream.profile.subject }
  })
})

test('name and address can come from userinfo', async () => {
  const upstream = pool.upstream('keycloak')
  upstream.faults = { claimsInUserinfoOnly: true }
  upstream.person = { ...upstream.person, subject: 'userinfo-only', name: 'Ida Info', email: 'ida@example.net' }
  const tokens = await signInWith(createFormBrowser(pool.server.url), pool.server, 'Keycloak')
  expect((await pool.server.verifier.verify(tokens.accessToken)).profile).toMatchObject({
    name: 'Ida Info',
    email: 'ida@example.net',
    emailVerified: true,
  })
})

describe('a callback', () => {
  /** The address to which the provider sends a browser back, before it is opened. */
  async function arrive(browser = createFormBrowser(pool.server.url), name = 'Google') {
    const page = await openSignIn(browser, beginSignIn(pool.server.url))
    const path = new RegExp(`href="([^"]*)"[^>]*>Continue with ${name}<`).exec(page.text)?.[1] ?? ''
    const isOurs = (url: URL) => url.pathname.endsWith('/callback')
    const { location } = await browser.follow(await browser.get(path), isOurs)
    if (!location) throw new Error('never')
    return { browser, callback: location }
  }
  const expired = { status: 400, text: expect.stringContaining('This sign-in has expired') }

  test('works once', async () => {
    const { browser, callback } = await arrive()
    const first = await browser.follow(await browser.get(callback.href), isCallback)
    expect(first.location?.searchParams.has('code')).toBe(true)
    expect(await browser.get(callback.href)).toMatchObject(expired)
  })

  test('of another browser signs nobody in (login CSRF)', async () => {
    const { callback } = await arrive()
    const victim = createFormBrowser(pool.server.url)
    await openSignIn(victim, beginSignIn(pool.server.url))
    const page = await victim.get(callback.href)
    expect(page).toMatchObject(expired)
    expect(victim.cookies()).not.toContain('identity')
  })

  test('at the address of another provider is refused (mix-up)', async () => {
    const { browser, callback } = await arrive()
    const other = callback.href.replace('/google/', '/keycloak/')
    const before = pool.upstream('keycloak').requests.length
    expect(await browser.get(other)).toMatchObject(expired)
    expect(pool.upstream('keycloak').requests).toHaveLength(before)
  })

  test.each(['https://evil.example', undefined])('with the issuer %s is refused (RFC 9207)', async (issuer) => {
    const { browser, callback } = await arrive()
    if (issuer) callback.searchParams.set('iss', issuer)
    else callback.searchParams.delete('iss')
    const before = pool.upstream('google').requests.filter((path) => path === '/token').length
    expect(await browser.get(callback.href)).toMatchObject({ status: 502 })
    expect(pool.upstream('google').requests.filter((path) => path === '/token')).toHaveLength(before)
  })

  test.each([
    ['another code', (url: URL) => url.searchParams.set('code', 'invented'), 502],
    ['another state', (url: URL) => url.searchParams.set('state', `${'A'.repeat(43)}.${'B'.repeat(43)}`), 400],
    ['two states', (url: URL) => url.searchParams.append('state', 'x'), 502],
    ['no state', (url: URL) => url.searchParams.delete('state'), 400],
    ['no code', (url: URL) => url.searchParams.delete('code'), 502],
    ['nothing at all', (url: URL) => Object.assign(url, { search: '' }), 400],
  ])('with %s is refused', async (_name, change, status) => {
    const { browser, callback } = await arrive()
    change(callback)
    expect(await browser.get(callback.href)).toMatchObject({ status })
  })

  test('is too late after ten minutes', async () => {
    const { browser, callback } = await arrive()
    clock.advance(10 * 60_000 + 1)
    expect(await browser.get(callback.href)).toMatchObject(expired)
  })

  test('of each of two tabs completes the sign-in of its tab', async () => {
    const { browser, callback } = await arrive()
    const second = await arrive(browser)
    for (const { href } of [second.callback, callback])
      expect((await browser.follow(await browser.get(href), isCallback)).location?.searchParams.has('code')).toBe(true)
  })

  test.each([
    ['access_denied', 400, 'You were not signed in by Google'],
    ['server_error', 502, 'The sign-in with Google failed'],
    ['<script>', 502, 'The sign-in with Google failed'],
  ])('with the error %s is a page with a way back', async (error, status, title) => {
    pool.upstream('google').faults = { error }
    const page = await failWith(createFormBrowser(pool.server.url), pool.server, 'Google')
    expect(page).toMatchObject({ status, text: expect.stringContaining(title) })
    expect(page.text).toMatch(/href="\/Identity\/Account\/Login\/[\w-]+"/)
    expect(page.text).not.toContain('a detail')
    expect(page.text).not.toContain('<script>')
  })
})

test('an unknown provider is a page that does not exist', async () => {
  const browser = createFormBrowser(pool.server.url)
  const { url } = await openSignIn(browser, beginSignIn(pool.server.url))
  expect((await browser.get(`${url.pathname}/Upstream/nobody`)).status).toBe(404)
  expect((await browser.get('/Identity/Account/Upstream/nobody/callback')).status).toBe(400)
})

test('the buttons are links without pictures or scripts of others, and lead to the provider with PKCE, state and nonce', async () => {
  const browser = createFormBrowser(pool.server.url)
  const page = await openSignIn(browser, beginSignIn(pool.server.url))
  expect([...page.text.matchAll(/>Continue with ([^<]*)</g)].map(([, name]) => name)).toEqual(
    upstreamProfiles.map(({ name }) => name),
  )
  expect(page.text).not.toMatch(/<img|<script(?! src="\/)/)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  const path = /href="([^"]*)"[^>]*>Continue with Microsoft</.exec(page.text)?.[1] ?? ''
  const { location } = await browser.get(path)
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${pool.server.url}/Identity/Account/Upstream/entra/callback`,
  })
})
