import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '#built/harness.mjs'
import { contractVersion, contractVersionHeader } from '#contract/contract-version.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { clientConfiguration } from '#contract/sign-in-contract.ts'
import { sendRaw } from '../support/raw-request.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

let pool: TestPool
const webFolder = mkdtempSync(join(tmpdir(), 'player-pool-web-'))

beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Player Pool</title>')
  writeFileSync(join(webFolder, 'assets', 'shell-abc.html'), '<!doctype html><title>Player Pool</title>')
  writeFileSync(join(webFolder, 'assets', 'main-abc.js'), 'export {}')
  writeFileSync(join(webFolder, 'sw.js'), 'self.skipWaiting()')
  writeFileSync(join(webFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  pool = await openTestPool({ webFolder })
})
afterAll(async () => {
  await pool.close()
  rmSync(webFolder, { recursive: true })
})

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const page =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; " +
  "form-action 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
  'trusted-types player-pool; '
const data = "default-src 'none'; frame-ancestors 'none'"

it.each([
  ['/pool/3', `${page}frame-ancestors 'none'`, 'no-cache'],
  ['/authentication/login-callback', `${page}frame-ancestors 'self'`, 'no-cache'],
  ['/assets/shell-abc.html', `${page}frame-ancestors 'none'`, 'public, max-age=31536000, immutable'],
  ['/assets/main-abc.js', data, 'public, max-age=31536000, immutable'],
  ['/sw.js', `${page}frame-ancestors 'none'`, 'no-cache'],
  ['/api/user', data, 'no-store'],
  ['/_configuration/golf', data, 'no-store'],
  ['/api/unknown', data, 'no-store'],
])('%s has the headers of its kind', async (path, policy, cacheControl) => {
  const { headers } = await pool.call(path, pool.people.player)
  expect(Object.fromEntries(headers)).toMatchObject({
    ...common,
    'content-security-policy': policy,
    'cache-control': cacheControl,
  })
  expect(headers.get(contractVersionHeader)).toBe(cacheControl === 'no-store' ? contractVersion : null)
  if (policy !== data) {
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('permissions-policy')).toContain('screen-wake-lock=(self)')
  }
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers.has(name)).toBe(false)
})

it.each([
  ['/api/unknown', 404, 'application/problem+json; charset=utf-8'],
  ['/api/tournament/1x', 400, 'application/problem+json; charset=utf-8'],
  ['/api/tournament/99999', 404, 'application/problem+json; charset=utf-8'],
  ['/api/tournament/2147483648', 400, 'application/problem+json; charset=utf-8'],
  ['/api/tournament/999999999999999', 400, 'application/problem+json; charset=utf-8'],
  ['/assets/main-old.js', 404, 'application/problem+json; charset=utf-8'],
  ['/assets/', 404, 'application/problem+json; charset=utf-8'],
  ['/missing.png', 404, 'application/problem+json; charset=utf-8'],
  ['/_configuration/other', 404, 'application/problem+json; charset=utf-8'],
  ['/icon.svg', 200, 'image/svg+xml'],
  ['/', 200, 'text/html; charset=utf-8'],
  ['/entry/edit/7?x=1', 200, 'text/html; charset=utf-8'],
  ['/healthz', 200, 'application/json; charset=utf-8'],
  ['/readyz', 200, 'application/json; charset=utf-8'],
])('%s responds with %i and %s', async (path, status, type) => {
  const response = await pool.call(path, pool.people.player)
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
})

it('/healthz names the version', async () => {
  expect(await (await pool.call('/healthz', null)).json()).toEqual({ status: 'ok', version })
})

/** A raw request; `target` is not normalised. */
function sendLine(
  target: string,
  { method = 'GET', version = '1.1', headers = [`Host: pool.example`] }: RawOptions = {},
) {
  const authorization = `Authorization: Bearer ${pool.people.player.token}`
  const lines = [`${method} ${target} HTTP/${version}`, ...headers, authorization, 'Connection: close', '', '']
  return sendRaw(pool.app.config.listen.port, lines.join('\r\n'))
}

type RawOptions = { method?: string; version?: '1.0' | '1.1'; headers?: string[] }

const twoHosts = ['Host: pool.example', 'Host: evil.example']

describe('however a URL is written', () => {
  const long = '1'.repeat(500)

  it.each<[string, number, RawOptions?]>([
    ['/api/tournament/%ff', 400],
    ['/api/%ff', 404],
    [`/api/tournament/${long}`, 400],
    [`/api/tournament/verify/${long}`, 403],
    [`/_configuration/${long}`, 404],
    [`/api/${long}`, 404],
    ['/%61pi/user', 200],
    ['/%61pi/unknown', 404],
    ['/api/user#part', 200],
    ['/healthz#part', 200],
    ['http://pool.example/api/user', 200],
    ['/%61pi/user', 405, { method: 'DELETE' }],
    ['/api/user', 405, { method: 'PURGE' }],
    ['/api/user', 400, { headers: [] }],
    ['/api/user', 200, { version: '1.0', headers: [] }],
    ['/api/user', 400, { headers: twoHosts }],
    ['/api/user', 400, { headers: twoHosts, version: '1.0' }],
    ['/api/user', 400, { headers: ['Host: pool.example', 'Host: pool.example'] }],
    ['/api/user', 400, { headers: ['Host:'] }],
    ['/api/user', 400, { headers: ['Host:'], version: '1.0' }],
    ['/api/user', 400, { headers: ['Host: pool.example, evil.example'] }],
    ['/api/user', 400, { headers: ['Host: pool.example/evil'] }],
    ['/api/user', 400, { headers: ['Host: pool@evil.example'] }],
    ['http://evil.example/api/user', 400],
    ['HTTP://POOL.EXAMPLE/api/user', 200],
    ['http://pool.example/api/user#part', 400],
    ['api/user', 400],
    ['/api/user', 200, { headers: ['Host: pool.example', 'Expect: something'] }],
    ['/api/user', 400, { method: 'WHATEVER' }],
  ])('%s is answered as data: %i', async (target, status, options) => {
    const response = await sendLine(target, options)
    const type = status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8'
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      status,
      { ...common, 'content-security-policy': data, 'cache-control': 'no-store', 'content-type': type },
    ])
    if (status !== 200) expect(problemDetails.parse(JSON.parse(response.body))).toMatchObject({ status })
  })

  it.each(['/pool/%ff', '/%', `/pool/${long}`, '/results/%c3%28'])('%s gets the page of the app', async (target) => {
    const response = await sendLine(target)
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      { ...common, 'content-security-policy': `${page}frame-ancestors 'none'`, 'cache-control': 'no-cache' },
    ])
    expect(response.body).toContain('<title>Player Pool</title>')
  })

  it.each([
    '/Identity/Account/Manage',
    '/Identity/%ff',
    '/connect/authorize',
    '/connect/%ff',
    '/connect/unknown',
    '/connect/authorize/unknown?client_id=golf',
    '/Identity/Account/Logout',
  ])('%s is never cached', async (target) => {
    const { status, headers } = await sendLine(target)
    expect(status).toBeLessThan(500)
    expect(headers.get('content-type')).toBe(status < 400 ? null : 'text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(headers.get('cache-control')).toContain('no-store')
  })
})

it('the sign-in settings are six strings, and use the public address whatever the Host header says', async () => {
  const response = await pool.call('/_configuration/golf', null, {
    headers: { 'x-forwarded-host': 'evil.example' },
  })
  const settings = clientConfiguration.parse(await response.json())
  const origin = `http://localhost:${pool.app.config.listen.port}`
  expect(settings).toEqual({
    authority: origin,
    client_id: 'golf',
    redirect_uri: `${origin}/authentication/login-callback`,
    post_logout_redirect_uri: `${origin}/authentication/logout-callback`,
    response_type: 'code',
    scope: 'golfAPI openid profile email',
  })
})

it('a page and the settings issue an XSRF pair, and keep a valid one', async () => {
  const first = await pool.call('/pool')
  const cookies = first.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['xsrf', 'XSRF-TOKEN'])
  expect(cookies[0]).toContain('HttpOnly')
  expect(cookies.every((cookie) => cookie.includes('SameSite=Strict'))).toBe(true)
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
  const again = await pool.call('/_configuration/golf', null, { headers: { cookie } })
  expect(again.headers.getSetCookie()).toEqual([])
})

it('a slow machine may take any time to start: the ten seconds of the framework do not apply', () => {
  expect(pool.app.server.initialConfig.pluginTimeout).toBe(0)
})
