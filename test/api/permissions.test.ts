import { afterAll, beforeAll, expect, it } from 'vitest'
import { xsrfCookie, xsrfHeader } from '#contract/opening-paths.ts'
import { problemDetails } from '#contract/problem.ts'
import { hasRole } from '#domain/permissions.ts'
import { discardBody } from '../support/discard-body.ts'
import { listInvalidTokens } from '../support/invalid-tokens.ts'
import { callPlainly } from '../support/plain-call.ts'
import { createRouteBodies, fillPath, type Route, routes, writeRoutes } from '../support/route-requests.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { fetchXsrfPair } from '../support/xsrf-pair.ts'

/** Every route of the policy table, for every kind of caller. */
let pool: TestPool
let bad: Record<string, string>
let bodies: Awaited<ReturnType<typeof createRouteBodies>>

beforeAll(async () => {
  const start = new Date(Date.now() + 3_600_000)
  pool = await openTestPool({ rateLimitFactor: 0, start, startAt: 'scheduled' })
  bodies = await createRouteBodies(pool)
  bad = await listInvalidTokens(pool)
})
afterAll(() => pool.close())

/** Calls a route like our own page; `changes` replaces its headers, and undefined removes one. */
async function request(
  { key, method, path }: Route,
  person: Person,
  changes: Record<string, string | undefined> = {},
): Promise<Response> {
  const body = bodies[key]
  const own = body ? { 'content-type': 'application/json', ...pool.xsrf } : {}
  const headers = Object.entries({ ...own, ...changes }).filter((pair): pair is [string, string] => !!pair[1])
  return callPlainly(pool, fill(path), person, {
    method,
    headers: Object.fromEntries(headers),
    ...(body && { body: JSON.stringify(await body(person)) }),
  })
}

it('every route that changes something has a sample body', () => {
  expect(writeRoutes.length).toBeGreaterThan(0)
  for (const { key } of writeRoutes) expect(Object.keys(bodies), key).toContain(key)
})

it.each(routes)('$key refuses invalid tokens and reveals nothing', async ({ path, method, policy }) => {
  if (policy.role === 'anyone') return
  for (const [kind, authorization] of Object.entries(bad)) {
    const response = await callPlainly(pool, fill(path), null, {
      method,
      headers: authorization ? { authorization } : {},
    })
    expect(response.status, kind).toBe(401)
    expect(response.headers.get('content-type'), kind).toBe('application/problem+json; charset=utf-8')
    const problem = problemDetails.parse(await response.json())
    expect(problem.type, kind).toBe('urn:player-pool:problem:unauthenticated')
  }
})

it.each(routes)('$key admits callers with the role and refuses all others', async (route) => {
  const { path, policy } = route
  const rights = {
    player: { isAdmin: false, isPowerUser: false },
    power: { isAdmin: false, isPowerUser: true },
    admin: { isAdmin: true, isPowerUser: true },
  }
  for (const who of ['player', 'power', 'admin'] as const) {
    const response = await request(route, pool.people[who])
    await discardBody(response)
    const isAllowed = policy.role === 'anyone' || hasRole(rights[who], policy.role)
    if (isAllowed) expect([401, 403], `${who} ${path}`).not.toContain(response.status)
    else expect(response.status, `${who} ${path}`).toBe(403)
  }
})

it.each(writeRoutes)('$key refuses requests without the XSRF pair of the browser', async (route) => {
  const other = await fetchXsrfPair(pool.url)
  const token = pool.xsrf[xsrfHeader]
  const [salt = '', mac = ''] = token.split('.')
  const wrong: Record<string, Record<string, string | undefined>> = {
    'no header': { [xsrfHeader]: undefined },
    'no cookie': { cookie: undefined },
    neither: { cookie: undefined, [xsrfHeader]: undefined },
    'an invented token': { [xsrfHeader]: 'token' },
    'a token with another salt': { [xsrfHeader]: `${'A'.repeat(salt.length)}.${mac}` },
    'a token with another signature': { [xsrfHeader]: `${salt}.${'A'.repeat(mac.length)}` },
    'a token without a signature': { [xsrfHeader]: `${salt}.` },
    "another user's token": { [xsrfHeader]: other[xsrfHeader] },
    "another user's cookies": { cookie: other.cookie },
    'a token that equals its cookie, without the secret': { cookie: `${xsrfCookie}=${token}` },
    'a secret of the sender': { cookie: `xsrf=${'A'.repeat(22)}; ${xsrfCookie}=${token}` },
  }
  for (const [kind, changes] of Object.entries(wrong)) {
    await expectRefusal(await request(route, pool.people.admin, changes), 'antiforgery', kind)
  }
  expect((await request(route, pool.people.admin, { ...other })).status).not.toBe(403)
})

it.each(writeRoutes)('$key refuses cross-site requests, whatever their headers', async (route) => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: pool.app.config.publicUrl },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${pool.app.config.publicUrl}.evil.example` },
  ]
  for (const headers of foreign) {
    const response = await request(route, pool.people.admin, headers)
    await expectRefusal(response, 'cross-site', JSON.stringify(headers))
  }
  const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: pool.app.config.publicUrl }]
  for (const headers of own) expect((await request(route, pool.people.admin, headers)).status).not.toBe(403)
})

async function expectRefusal(response: Response, code: string, kind: string): Promise<void> {
  const problem = problemDetails.parse(await response.json())
  expect([response.status, problem.type], kind).toEqual([403, `urn:player-pool:problem:${code}`])
}

it.each(routes)('$key responds with 405 to other methods, including HEAD and OPTIONS', async ({ path, method }) => {
  const others = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => !routes.some((route) => route.method === other && isAnsweredBy(route, path)),
  )
  expect(others).not.toContain(method)
  for (const other of others) {
    const response = await callPlainly(pool, fill(path), pool.people.admin, { method: other })
    expect(response.status, other).toBe(405)
    expect(response.headers.get('allow')?.split(', '), other).toContain(method)
  }
})

it('a cookie does not authenticate API calls', async () => {
  const response = await pool.call('/api/user', null, {
    headers: { cookie: `_session=x; token=${pool.people.admin.token}` },
  })
  expect(response.status).toBe(401)
})

it('a revoked role ends with the next call', async () => {
  const { setRole } = await import('#server/users/user-store.ts')
  const before = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', false)
  const after = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', true)
  expect([before, after]).toMatchObject([{ isPowerUser: true }, { isPowerUser: false }])
})

/** A path segment can also match an id parameter of another route, which then refuses it. */
function isAnsweredBy(route: Route, path: string): boolean {
  const pattern = new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
  return pattern.test(path)
}

const fill = (path: string) => fillPath(path, pool)
