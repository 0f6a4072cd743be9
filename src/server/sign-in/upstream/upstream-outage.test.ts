import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { createFormBrowser, register } from '#test/support/form-browser.ts'
import { beginSignIn, openSignIn } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { failWith, signInWith, startUpstreamServer, type UpstreamServer } from '#test/support/upstream-server.ts'

const password = 'long drive into rough'
const clock = buildClock(new Date())
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })

let pool: UpstreamServer
afterEach(() => pool.close())

async function start(settings: Record<string, string> = {}): Promise<UpstreamServer> {
  lines.length = 0
  pool = await startUpstreamServer(['google', 'auth0'], { clock, log, settings })
  return pool
}

describe('a provider that fails', () => {
  test.each(['error', 'hang'] as const)('(%s) shows a page, other sign-ins work, and it recovers', async (outage) => {
    const { server, upstream } = await start()
    upstream('google').faults = { outage }
    const browser = createFormBrowser(server.url)
    const page = await failWith(browser, server, 'Google')
    expect(page).toMatchObject({ status: 502, text: expect.stringContaining('Google cannot be reached') })
    expect(page.text).toMatch(/href="\/Identity\/Account\/Login\/[\w-]+"/)
    expect(lines.join()).toContain('"upstream":"google"')
    await signInWith(createFormBrowser(server.url), server, 'Auth0')
    expect((await register(browser, { email: 'ada@example.org', password })).status).toBe(303)
    upstream('google').faults = {}
    upstream('google').person = { ...upstream('google').person, email: 'someone@example.net' }
    clock.advance(5001)
    await signInWith(createFormBrowser(server.url), server, 'Google')
  })

  test('is not requested again within five seconds, nor for each sign-in while it works', async () => {
    const { server, upstream } = await start()
    const asked = () => upstream('google').requests.filter((path) => path.endsWith('openid-configuration')).length
    upstream('google').faults = { outage: 'error' }
    await failWith(createFormBrowser(server.url), server, 'Google')
    await failWith(createFormBrowser(server.url), server, 'Google')
    expect(asked()).toBe(1)
    upstream('google').faults = {}
    clock.advance(5001)
    await signInWith(createFormBrowser(server.url), server, 'Google')
    await signInWith(createFormBrowser(server.url), server, 'Google')
    expect(asked()).toBe(2)
    // An hour later it is requested again. If that fails, the last document is used.
    clock.advance(61 * 60_000)
    upstream('google').faults = { discovery: { issuer: 'https://elsewhere.example' } }
    await signInWith(createFormBrowser(server.url), server, 'Google')
    expect(asked()).toBe(3)
  })

  test('between the sign-in there and the exchange of the code is a page, too', async () => {
    const { server, upstream } = await start()
    await signInWith(createFormBrowser(server.url), server, 'Google')
    const browser = createFormBrowser(server.url)
    const page = await openSignIn(browser, beginSignIn(server.url))
    const path = /href="([^"]*)"[^>]*>Continue with Google</.exec(page.text)?.[1] ?? ''
    const { location } = await browser.follow(await browser.get(path), (url) => url.pathname.endsWith('/callback'))
    upstream('google').faults = { outage: 'error' }
    expect(await browser.get(location?.href ?? '')).toMatchObject({ status: 502 })
  })
})

describe('a provider whose description is unusable is reported in the log:', () => {
  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example' }, 'reports the issuer https://elsewhere.example'],
    ['all tenants of Entra', { issuer: 'https://login.example/{tenantid}/v2.0' }, 'is for all tenants'],
    ['no endpoint', { token_endpoint: undefined }, 'is not the description of an OpenID provider'],
    ['signatures with the client secret', { id_token_signing_alg_values_supported: ['HS256'] }, 'choose a signing key'],
  ])('%s', async (_name, discovery, reason) => {
    const { server, upstream } = await start()
    upstream('google').faults = { discovery }
    expect(await failWith(createFormBrowser(server.url), server, 'Google')).toMatchObject({ status: 502 })
    expect(lines.join()).toContain(reason)
  })

  test('a wrong client secret, without repeating it', async () => {
    const { server } = await start({ UPSTREAM_GOOGLE_CLIENT_SECRET: 'mistyped-secret' })
    expect(await failWith(createFormBrowser(server.url), server, 'Google')).toMatchObject({ status: 502 })
    expect(lines.join()).toContain('an endpoint returned invalid_client with status 401')
    expect(lines.join()).not.toContain('mistyped-secret')
  })

  test('a wrong client id, as the audience of the tokens', async () => {
    const { server, upstream } = await start()
    upstream('google').faults = { claims: { aud: 'another-client', azp: undefined } }
    await failWith(createFormBrowser(server.url), server, 'Google')
    expect(lines.join()).toContain('aud is \\"another-client\\", expected \\"player-pool\\"')
    expect(lines.join()).not.toContain('jane@example.net')
  })
})
