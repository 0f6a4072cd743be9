import { request as httpRequest } from 'node:http'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonResponseMode } from '#contract/identity-paths.ts'
import { createFormBrowser, type FormBrowser, register, tokenOf } from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeem, redeemTokens, signIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'

const password = 'long drive into rough'

let server: IdentityServer
beforeAll(async () => {
  server = await startIdentityServer()
})
afterAll(() => server.close())

let count = 0
/** Creates an account and a browser that has not signed in yet. */
async function addPlayer(): Promise<{ email: string; password: string }> {
  count += 1
  const email = `player-${count}@example.org`
  await register(createFormBrowser(server.url), { name: `Player ${count}`, email, password })
  return { email, password }
}

async function signedInBrowser() {
  const player = await addPlayer()
  const browser = createFormBrowser(server.url)
  const tokens = await signIn(browser, server.url, player)
  return { player, browser, tokens }
}

async function silently(browser: FormBrowser, parameters: Record<string, string> = {}) {
  const attempt = beginSignIn(server.url, { prompt: 'none', ...parameters })
  return { attempt, answer: await browser.follow(await browser.get(attempt.path), isCallback) }
}

describe('a silent sign-in answered as JSON', () => {
  const toAttempt = (parameters: Record<string, string>) =>
    beginSignIn(server.url, { response_mode: jsonResponseMode, ...parameters })

  test('has the address of the callback, whose code works once, and no other site may read it', async () => {
    const { browser } = await signedInBrowser()
    const attempt = toAttempt({ prompt: 'none' })
    const answer = await browser.get(attempt.path)
    expect(answer.status).toBe(200)
    const callback = new URL(JSON.parse(answer.text).url)
    expect(`${callback.origin}${callback.pathname}`).toBe(`${server.url}/authentication/login-callback`)
    expect(callback.searchParams.get('state')).toBe(attempt.state)
    expect((await redeem(server.url, callback, attempt)).status).toBe(200)
    expect((await redeem(server.url, callback, attempt)).status).toBe(400)
    const fromElsewhere = await fetch(`${server.url}${attempt.path}`, { headers: { origin: 'https://evil.example' } })
    expect(fromElsewhere.headers.get('access-control-allow-origin')).toBeNull()
    expect(fromElsewhere.headers.get('cache-control')).toBe('no-store')
  })

  test('says that nobody is signed in', async () => {
    const answer = await createFormBrowser(server.url).get(toAttempt({ prompt: 'none' }).path)
    expect(new URL(JSON.parse(answer.text).url).searchParams.get('error')).toBe('login_required')
  })

  test('is a redirect where a page may be shown', async () => {
    const { browser } = await signedInBrowser()
    const answer = await browser.follow(await browser.get(toAttempt({}).path), isCallback)
    expect(answer.location?.searchParams.get('code')).not.toBeNull()
  })

  test('goes to the registered address only', async () => {
    const { browser } = await signedInBrowser()
    const answer = await browser.get(toAttempt({ prompt: 'none', redirect_uri: 'https://evil.example/' }).path)
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('code=')
  })
})

describe('signing in', () => {
  test('with address and password yields a token that the API accepts', async () => {
    const { player, tokens } = await signedInBrowser()
    const verified = await server.verifier.verify(tokens.accessToken)
    expect(verified).toMatchObject({
      issuer: 'embedded',
      profile: { email: player.email, emailVerified: false },
    })
    expect(decodeJwt(tokens.accessToken)).toMatchObject({
      iss: server.url,
      aud: 'golfAPI',
      sub: verified.subject,
      scope: 'golfAPI',
      client_id: 'golf',
    })
    const { exp = 0, iat = 0 } = decodeJwt(tokens.accessToken)
    expect(exp - iat).toBe(600)
    expect(decodeJwt(tokens.idToken)).toMatchObject({
      aud: 'golf',
      email: player.email,
      sub: verified.subject,
    })
  })

  test('right after registering needs no password, and its ticket works once', async () => {
    const browser = createFormBrowser(server.url)
    const form = await browser.get('/Identity/Account/Register?returnUrl=/authentication/login')
    const typed = { name: 'Ada', email: 'Ada@Example.org ', password }
    const registered = await browser.submit(form, typed)
    expect(registered.location?.href).toBe(`${server.url}/authentication/login`)
    const attempt = beginSignIn(server.url)
    const answer = await openSignIn(browser, attempt)
    const { accessToken } = await redeemTokens(server.url, answer, attempt)
    expect((await server.verifier.verify(accessToken)).profile).toMatchObject({
      name: 'Ada',
      email: 'ada@example.org',
    })
    browser.deleteCookie('identity')
    const again = await openSignIn(browser, beginSignIn(server.url))
    expect(again.text).toContain('<h1>Sign in to Player Pool</h1>')
  })

  test('keeps the typed address and shows the same message for every failure', async () => {
    const { email } = await addPlayer()
    const browser = createFormBrowser(server.url)
    const page = await openSignIn(browser, beginSignIn(server.url))
    const wrong = await browser.submit(page, { email, password: 'wrong' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Wrong email or password.')
    expect(wrong.text).toContain(`value="${email}"`)
    expect(wrong.text).not.toContain('wrong')
  })

  test('as another person ends the first session', async () => {
    const { browser } = await signedInBrowser()
    const other = await addPlayer()
    const attempt = beginSignIn(server.url, { prompt: 'login' })
    const page = await openSignIn(browser, attempt)
    const answer = await browser.follow(await browser.submit(page, other), isCallback)
    const { accessToken } = await redeemTokens(server.url, answer, attempt)
    expect((await server.verifier.verify(accessToken)).profile?.email).toBe(other.email)
    const silent = await silently(browser)
    const renewed = await redeemTokens(server.url, silent.answer, silent.attempt)
    expect((await server.verifier.verify(renewed.accessToken)).profile?.email).toBe(other.email)
  })

  test('prefills the address from the app, and nothing but an address', async () => {
    const named = await openSignIn(
      createFormBrowser(server.url),
      beginSignIn(server.url, { login_hint: 'ada@example.org' }),
    )
    expect(named.text).toContain('value="ada@example.org"')
    const forged = await openSignIn(
      createFormBrowser(server.url),
      beginSignIn(server.url, { login_hint: '"><script>' }),
    )
    expect(forged.text).not.toContain('<script>')
    expect(forged.text).toContain('type="email" value=""')
  })

  test('to confirm that it is them offers only what confirms it', async () => {
    const { text } = await openSignIn(
      createFormBrowser(server.url),
      beginSignIn(server.url, { login_hint: 'ada@example.org', prompt: 'login' }),
    )
    expect(text).toContain('<h1>Confirm that it is you</h1>')
    expect(text).toContain('value="ada@example.org"')
    for (const other of ['New here?', 'code instead', 'A pool for']) expect(text).not.toContain(other)
  })

  test('that has expired says so and links back to the app', async () => {
    const browser = createFormBrowser(server.url)
    const answer = await browser.get('/Identity/Account/Login/unknown')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This sign-in has expired')
    expect((await browser.get('/Identity/Account/Login')).location?.pathname).toBe('/')
  })
})

describe('what strangers can store', () => {
  async function storedBytes({ database: { db } }: IdentityServer): Promise<number> {
    const rows = await db.selectFrom('provider_records').selectAll().execute()
    return rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0)
  }

  test('one network can start 900 sign-ins in five minutes (here 60, at a fifteenth), and each is small', async () => {
    const limited = await startIdentityServer({ rateLimitFactor: 60 / 900 })
    const browser = createFormBrowser(limited.url)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 70; attempt += 1) {
      const { path } = beginSignIn(limited.url, { state: 'x'.repeat(1024) })
      statuses.push((await browser.get(path, { 'x-forwarded-for': `2001:db8:1:2::${attempt}` })).status)
    }
    expect(statuses).toEqual(Array.from({ length: 70 }, (_, index) => (index < 60 ? 303 : 429)))
    expect(await storedBytes(limited)).toBeLessThan(60 * 4096)
    const refused = await browser.get(beginSignIn(limited.url).path, { 'x-forwarded-for': '2001:db8:1:2::99' })
    expect(refused.text).toContain('Too many sign-ins from your network. Try again in 5 minutes.')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
    expect((await browser.get(beginSignIn(limited.url).path, { 'x-forwarded-for': '2001:db8:9::1' })).status).toBe(303)
    await limited.close()
  })

  test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'claims_locales'])(
    'is no %s of more than 1,024 characters',
    async (name) => {
      const before = await storedBytes(server)
      const { path } = beginSignIn(server.url, { [name]: 'x'.repeat(1025) })
      const answer = await createFormBrowser(server.url).get(path)
      expect(answer.location?.searchParams.get('error')).toBe('invalid_request')
      expect(await storedBytes(server)).toBe(before)
    },
  )

  test('is nothing for a sign-out or a silent sign-in', async () => {
    const before = await storedBytes(server)
    const browser = createFormBrowser(server.url)
    await browser.get(`/connect/endsession?state=${'x'.repeat(8000)}`)
    await browser.get(beginSignIn(server.url, { prompt: 'none', state: 'x'.repeat(8000) }).path)
    expect(await storedBytes(server)).toBe(before)
  })

  test('expires after 20 minutes', async () => {
    const clock = buildClock(new Date())
    const timed = await startIdentityServer({ clock })
    await createFormBrowser(timed.url).get(beginSignIn(timed.url).path)
    const expiries = await timed.database.db.selectFrom('provider_records').select('expires_at').execute()
    expect(expiries.map((row) => Date.parse(row.expires_at ?? '') - clock.now().getTime())).toEqual([20 * 60_000])
    await timed.close()
  })
})

describe('signing in silently', () => {
  test('fails at once without a session', async () => {
    const { answer } = await silently(createFormBrowser(server.url))
    expect(answer.location?.pathname).toBe('/authentication/login-callback')
    expect(answer.location?.searchParams.get('error')).toBe('login_required')
  })

  test('renews the same user and refuses another user’s ID token', async () => {
    const { browser, tokens, player } = await signedInBrowser()
    const stranger = await signedInBrowser()
    const { attempt, answer } = await silently(browser, { id_token_hint: tokens.idToken })
    const renewed = await redeemTokens(server.url, answer, attempt)
    expect((await server.verifier.verify(renewed.accessToken)).profile?.email).toBe(player.email)
    const other = await silently(browser, { id_token_hint: stranger.tokens.idToken })
    expect(other.answer.location?.searchParams.get('error')).toBe('login_required')
  })
})

describe('the code flow', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with plain PKCE', { code_challenge_method: 'plain' }],
    ['asking for a token without a code', { response_type: 'id_token token' }],
    ['asking for an ID token without a code', { response_type: 'id_token' }],
  ])('%s is refused', async (_name, parameters) => {
    const answer = await createFormBrowser(server.url).get(beginSignIn(server.url, parameters).path)
    expect(answer.location?.searchParams.get('code') ?? null).toBeNull()
    expect(answer.location?.href ?? answer.text).toMatch(/error|could not be completed/)
  })

  test.each([
    'https://evil.example/authentication/login-callback',
    '/authentication/login-callback/',
    '/authentication/login-callback?x=1',
    '/authentication/LOGIN-CALLBACK',
    '/authentication/login',
  ])('the provider never redirects to %s', async (target) => {
    const redirect_uri = new URL(target, server.url).href
    const answer = await createFormBrowser(server.url).get(beginSignIn(server.url, { redirect_uri }).path)
    expect(answer.status).toBe(400)
    expect(answer.location).toBeUndefined()
  })

  test('exchanges a code once, however many requests arrive, and never with a wrong verifier', async () => {
    const { browser } = await signedInBrowser()
    const wrong = await silently(browser)
    const refused = await redeem(server.url, wrong.answer.location, {
      ...wrong.attempt,
      verifier: 'x'.repeat(43),
    })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])

    const { attempt, answer } = await silently(browser)
    const attempts = await Promise.all([1, 2, 3, 4].map(() => redeem(server.url, answer.location, attempt)))
    expect(attempts.map((attempt) => attempt.status).toSorted()).toEqual([200, 400, 400, 400])
    const body = await attempts.find((attempt) => attempt.ok)?.json()
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
  })

  test('gives no tokens to an unregistered client or to the account pages', async () => {
    const browser = createFormBrowser(server.url)
    for (const client_id of ['nobody', 'account'])
      expect((await browser.get(beginSignIn(server.url, { client_id }).path)).status).toBe(400)
  })
})

describe('signing out', () => {
  const endpoint = '/connect/endsession'
  const back = () => `${server.url}/authentication/logout-callback`
  const query = (parameters: Record<string, string>) => `${endpoint}?${new URLSearchParams(parameters)}`

  test('with the session’s ID token needs no confirmation and returns with the state', async () => {
    const { browser, tokens } = await signedInBrowser()
    const parameters = { id_token_hint: tokens.idToken, post_logout_redirect_uri: back(), state: 'abc' }
    const answer = await browser.get(query(parameters))
    expect([answer.status, answer.location?.href]).toEqual([303, `${back()}?state=abc`])
    expect(browser.cookies()).not.toContain('identity')
    expect((await silently(browser)).answer.location?.searchParams.get('error')).toBe('login_required')
    // The redirect also works after the session has ended.
    expect((await browser.get(query(parameters))).location?.href).toBe(`${back()}?state=abc`)
  })

  test('ends the session itself, not just this browser’s cookie', async () => {
    const { browser, tokens } = await signedInBrowser()
    const before = await server.database.db
      .selectFrom('provider_records')
      .select('id')
      .where('model', '=', 'Session')
      .execute()
    await browser.get(query({ id_token_hint: tokens.idToken, post_logout_redirect_uri: back() }))
    const after = await server.database.db
      .selectFrom('provider_records')
      .select('id')
      .where('model', '=', 'Session')
      .execute()
    expect(after).toHaveLength(before.length - 1)
  })

  test('without an ID token asks first, and cancelling changes nothing', async () => {
    const { browser } = await signedInBrowser()
    const page = await browser.follow(await browser.get('/Identity/Account/Logout'))
    expect(page.text).toContain('<h1>Sign out?</h1>')
    expect((await silently(browser)).answer.location?.searchParams.get('code')).toBeTruthy()
    const asked = await browser.get(endpoint)
    const done = await browser.follow(await browser.submit(asked, { logout: 'yes' }))
    expect(done.text).toContain('You successfully logged out!')
    expect((await silently(browser)).answer.location?.searchParams.get('error')).toBe('login_required')
  })

  test('with another person’s ID token asks first', async () => {
    const { browser } = await signedInBrowser()
    const stranger = await signedInBrowser()
    const page = await browser.get(query({ id_token_hint: stranger.tokens.idToken, post_logout_redirect_uri: back() }))
    expect(page.text).toContain('<h1>Sign out?</h1>')
  })

  test('never redirects to an unregistered address', async () => {
    const { browser, tokens } = await signedInBrowser()
    const answer = await browser.get(
      query({ id_token_hint: tokens.idToken, post_logout_redirect_uri: 'https://evil.example/' }),
    )
    expect([answer.status, answer.location]).toEqual([400, undefined])
    const hintless = await createFormBrowser(server.url).get(
      query({ post_logout_redirect_uri: 'https://evil.example/' }),
    )
    expect(hintless.location?.origin).toBe(server.url)
  })
})

describe('the pages', () => {
  test('never render submitted text as markup', async () => {
    const browser = createFormBrowser(server.url)
    const evil = '"><script>alert(1)</script>'
    const pages = [
      await browser.get(beginSignIn(server.url, { client_id: evil }).path),
      await browser.get(beginSignIn(server.url, { scope: evil, state: evil, redirect_uri: evil }).path),
      await browser.get(`/Identity/Account/Register?returnUrl=${encodeURIComponent(`/${evil}`)}`),
      await browser.get(`/Identity/Account/ResetPassword?code=${encodeURIComponent(evil)}`),
      await browser.get(`/connect/endsession?id_token_hint=${encodeURIComponent(evil)}`),
      await browser.get(`/Identity/Account/Login/${encodeURIComponent(evil)}`),
    ]
    const form = await browser.get('/Identity/Account/Register')
    pages.push(await browser.submit(form, { name: evil, email: evil, password: evil }))
    for (const page of pages) {
      expect(page.text, page.url.href).not.toContain('<script>')
      expect(page.status).toBeLessThan(500)
    }
  })

  test('redirect only within this site', async () => {
    const browser = createFormBrowser(server.url)
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      'javascript:x',
      '',
    ]) {
      const form = await browser.get(`/Identity/Account/Register?returnUrl=${encodeURIComponent(bad)}`)
      expect(form.text, bad).toContain('name="returnUrl" value="/authentication/login"')
    }
    const form = await browser.get('/Identity/Account/Register?returnUrl=/pool/3%3Fx%3D1')
    expect(form.text).toContain('name="returnUrl" value="/pool/3?x=1"')
    const hidden = {
      name: 'Eve',
      email: 'eve@example.org',
      password,
      returnUrl: '//evil.example',
    }
    expect((await browser.submit(form, hidden)).location?.href).toBe(`${server.url}/authentication/login`)
  })

  test('refuse a form from elsewhere and change nothing', async () => {
    const browser = createFormBrowser(server.url)
    const form = await browser.get('/Identity/Account/Register')
    const token = tokenOf(form)
    const typed = { name: 'Eve', email: 'forged@example.org', password }
    const path = '/Identity/Account/Register'
    const other = createFormBrowser(server.url)
    await other.get(path)
    const refused = [
      await browser.post(path, typed),
      await browser.post(path, { ...typed, token: 'x' }),
      await browser.post(path, { ...typed, token: `${token}x` }),
      await other.post(path, { ...typed, token }),
      await createFormBrowser(server.url).post(path, { ...typed, token }),
      await browser.post(path, { ...typed, token }, { 'sec-fetch-site': 'cross-site' }),
      await browser.post(path, { ...typed, token }, { 'sec-fetch-site': 'same-site' }),
    ]
    expect(refused.map((answer) => answer.status)).toEqual(refused.map(() => 403))
    const accounts = await server.database.db
      .selectFrom('accounts')
      .where('email', '=', typed.email)
      .selectAll()
      .execute()
    expect(accounts).toEqual([])
    expect((await browser.post(path, { ...typed, token })).status).toBe(303)
  })

  test('reject a form token of another sign-in', async () => {
    const { email } = await addPlayer()
    const browser = createFormBrowser(server.url)
    const first = await openSignIn(browser, beginSignIn(server.url))
    const second = await openSignIn(browser, beginSignIn(server.url))
    const token = tokenOf(first)
    const answer = await browser.post(second.url.pathname, { email, password, token })
    expect(answer.status).toBe(403)
  })

  test('accept only small url-encoded forms', async () => {
    const send = (body: string, type: string) =>
      fetch(`${server.url}/Identity/Account/Register`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    expect((await send(`name=${'x'.repeat(17_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await send('a', 'text/plain')).status).toBe(415)
  })

  test('share a stylesheet, may run one script, are not cached, and cannot be framed', async () => {
    const browser = createFormBrowser(server.url)
    const page = await openSignIn(browser, beginSignIn(server.url))
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.text).not.toMatch(/<style|style="| on\w+=/)
    expect(page.text.match(/<script[^>]*>/g)).toEqual(['<script src="/Identity/page.js" defer>'])
    expect(page.headers.get('content-security-policy')).toContain(
      `script-src ${server.url}/Identity/page.js; style-src 'self'`,
    )
    const script = await browser.get('/Identity/page.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('set cookies that scripts cannot read and other sites do not send', async () => {
    const response = await fetch(`${server.url}${beginSignIn(server.url).path}`, { redirect: 'manual' })
    const lines = response.headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line.toLowerCase()).toMatch(/samesite=lax; httponly|httponly; samesite=lax/)
  })
})

test('a session ends after 14 days without use and after 90 days in total', async () => {
  const clock = buildClock(new Date())
  const server = await startIdentityServer({ clock })
  const day = 24 * 60 * 60 * 1000
  const account = { email: 'ada@example.org', password }
  const browser = createFormBrowser(server.url)
  await register(browser, account)
  const isSignedIn = async () => {
    const { path } = beginSignIn(server.url, { prompt: 'none' })
    return (await browser.follow(await browser.get(path), isCallback)).location?.searchParams.has('code')
  }
  await signIn(browser, server.url, account)
  for (let days = 13; days <= 78; days += 13) {
    clock.advance(13 * day)
    expect(await isSignedIn(), `day ${days}`).toBe(true)
  }
  clock.advance(11 * day)
  expect(await isSignedIn(), 'day 89').toBe(true)
  clock.advance(1.01 * day)
  expect(await isSignedIn(), 'day 90').toBe(false)

  await signIn(browser, server.url, account)
  clock.advance(14.01 * day)
  expect(await isSignedIn(), '14 days without use').toBe(false)
  await server.close()
})

test('no request header changes the provider’s URL', async () => {
  const discovery = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    httpRequest({ hostname, port, path: '/.well-known/openid-configuration', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
  expect(discovery).not.toContain('evil')
  expect(JSON.parse(discovery)).toMatchObject({
    issuer: server.url,
    authorization_endpoint: `${server.url}/connect/authorize`,
    token_endpoint: `${server.url}/connect/token`,
    end_session_endpoint: `${server.url}/connect/endsession`,
    jwks_uri: `${server.url}/.well-known/openid-configuration/jwks`,
    code_challenge_methods_supported: ['S256'],
  })
})

test('the published keys contain no private parts', async () => {
  const { keys } = await (await fetch(`${server.url}/.well-known/openid-configuration/jwks`)).json()
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('behind TLS every cookie is Secure and has a prefix that demands it', async () => {
  const secure = await startIdentityServer({ publicUrl: 'https://pool.example.org' })
  const attempt = beginSignIn('https://pool.example.org')
  const response = await fetch(`${secure.url}${attempt.path}`, { redirect: 'manual' })
  expect(response.headers.get('location')).toMatch(/^\/Identity\/Account\/Login\//)
  const lines = response.headers.getSetCookie()
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatch(/^__(Secure|Host)-.*; secure/i)

  // Sends what a TLS proxy would pass on.
  const browser = createFormBrowser(secure.url)
  await register(browser, { email: 'ada@example.org', password })
  const begun = await browser.get(attempt.path)
  const finished = await browser.get(begun.location?.pathname ?? '')
  const answer = await browser.get(finished.location?.pathname ?? '')
  expect(answer.location?.href).toMatch(/^https:\/\/pool\.example\.org\/authentication\/login-callback\?code=/)
  const names = browser.cookies()
  expect(names).toEqual(expect.arrayContaining(['__Host-identity', '__Secure-identity_form']))
  for (const name of names) expect(name).toMatch(/^__(Secure|Host)-/)
  await secure.close()
})
