import { afterAll, beforeAll, expect, it } from 'vitest'
import { xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem.ts'
import { hasRole } from '#domain/permissions.ts'
import { listBadTokens } from '../support/bad-tokens.ts'
import { fillPath, openRouteBodies, type Route, routes, writes } from '../support/route-calls.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { fetchXsrfPair } from '../support/xsrf-pair.ts'

/** Every route of the policy table times every kind of caller. */
let pool: TestPool
let bad: Record<string, string>
let bodies: Awaited<ReturnType<typeof openRouteBodies>>

beforeAll(async () => {
  const start = new Date(Date.now() + 3_600_000)
  pool = await openTestPool({ rateLimitFactor: 0, start, startAt: 'scheduled' })
  bodies = await openRouteBodies(pool)
  bad = await listBadTokens(pool)
})
afterAll(() => pool.close())

/** Calls a route as our own page would; `changes` are put in the place of the page's headers, undefined for none. */
async function request(
  { key, method, path }: Route,
  person: Person,
  changes: Record<string, string | undefined> = {},
): Promise<Response> {
  const body = bodies[key]
  const own = body ? { 'content-type': 'application/json', ...pool.xsrf } : {}
  const headers = Object.entries({ ...own, ...changes }).filter((pair): pair is [string, string] => !!pair[1])
  return pool.call(fill(path), person, {
    method,
    headers: Object.fromEntries(headers),
    ...(body && { body: JSON.stringify(await body(person)) }),
  })
}

it('every route that changes something is tried with a body', () => {
  expect(writes.length).toBeGreaterThan(0)
  for (const { key } of writes) expect(Object.keys(bodies), key).toContain(key)
})

it.each(routes)(
  '$key refuses whoever brings no good token, and tells nothing',
  async ({ path, method, policy }) => {
    if (policy.role === 'anyone') return
    for (const [kind, authorization] of Object.entries(bad)) {
      const answer = await pool.call(fill(path), null, {
        method,
        headers: authorization ? { authorization } : {},
      })
      expect(answer.status, kind).toBe(401)
      expect(answer.headers.get('content-type'), kind).toBe('application/problem+json; charset=utf-8')
      const problem = problemDetails.parse(await answer.json())
      expect(problem.type, kind).toBe('urn:player-pool:problem:unauthenticated')
    }
  },
)

it.each(routes)('$key lets pass who holds the role, and refuses the others', async (route) => {
  const { path, policy } = route
  const rights = {
    player: { isAdmin: false, isPowerUser: false },
    power: { isAdmin: false, isPowerUser: true },
    admin: { isAdmin: true, isPowerUser: true },
  }
  for (const who of ['player', 'power', 'admin'] as const) {
    const answer = await request(route, pool.people[who])
    await answer.body?.cancel()
    const mayPass = policy.role === 'anyone' || hasRole(rights[who], policy.role)
    if (mayPass) expect([401, 403], `${who} ${path}`).not.toContain(answer.status)
    else expect(answer.status, `${who} ${path}`).toBe(403)
  }
})

it.each(writes)('$key obeys no request without the XSRF pair of the browser that sends it', async (route) => {
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

it.each(writes)('$key obeys no other site, whatever it brings along', async (route) => {
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
    const answer = await request(route, pool.people.admin, headers)
    await expectRefusal(answer, 'cross-site', JSON.stringify(headers))
  }
  const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: pool.app.config.publicUrl }]
  for (const headers of own) expect((await request(route, pool.people.admin, headers)).status).not.toBe(403)
})

async function expectRefusal(answer: Response, code: string, kind: string): Promise<void> {
  const problem = problemDetails.parse(await answer.json())
  expect([answer.status, problem.type], kind).toEqual([403, `urn:player-pool:problem:${code}`])
}

it.each(routes)('$key answers other methods with 405, HEAD and OPTIONS too', async ({ path, method }) => {
  const others = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => !routes.some((route) => route.method === other && isAnsweredBy(route, path)),
  )
  expect(others).not.toContain(method)
  for (const other of others) {
    const answer = await pool.call(fill(path), pool.people.admin, { method: other })
    expect(answer.status, other).toBe(405)
    expect(answer.headers.get('allow')?.split(', '), other).toContain(method)
  }
})

it('a cookie signs nobody in to the API', async () => {
  const answer = await pool.call('/api/user', null, {
    headers: { cookie: `_session=x; token=${pool.people.admin.token}` },
  })
  expect(answer.status).toBe(401)
})

it('a role that was taken away is gone with the next call', async () => {
  const { setRole } = await import('#server/users/user-store.ts')
  const before = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', false)
  const after = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', true)
  expect([before, after]).toMatchObject([{ isPowerUser: true }, { isPowerUser: false }])
})

/** A word in a path can also be taken for an id that is none: then that route refuses it. */
function isAnsweredBy(route: Route, path: string): boolean {
  const pattern = new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
  return pattern.test(path)
}

const fill = (path: string) => fillPath(path, pool)
