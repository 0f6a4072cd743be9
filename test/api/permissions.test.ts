import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem.ts'
import { hasRole } from '#domain/permissions.ts'
import { policyTable } from '#server/http/policy-table.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { type EntryDesk, openEntryDesk } from '../support/entry-desk.ts'
import { openOrganiserDesk } from '../support/organiser-desk.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { fetchXsrfPair } from '../support/xsrf-pair.ts'

/** Every route of the policy table times every kind of caller. */
let pool: TestPool
let desk: EntryDesk
let organiser: ReturnType<typeof openOrganiserDesk>
let bad: Record<string, string>

const owner = { subject: 'player', name: 'The player', email: 'player@example.com' }

beforeAll(async () => {
  const start = new Date(Date.now() + 3_600_000)
  pool = await openTestPool({ rateLimitFactor: 0, start, startAt: 'scheduled' })
  desk = await openEntryDesk(pool)
  organiser = openOrganiserDesk(pool)
  const { app } = pool
  const [key] = app.secrets.signingKeys
  const plain = new SignJWT({
    iss: app.config.signIn.authority,
    aud: 'golfAPI',
    sub: 'player',
    scope: 'golfAPI',
  })
  bad = {
    'no token': '',
    'a word': 'Bearer hello',
    'three words': 'Bearer a.b.c',
    'another scheme': 'Basic cGxheWVyOnB3',
    expired: `Bearer ${await mintAccessToken(app, owner, { expires: '-2m' })}`,
    'for another audience': `Bearer ${await mintAccessToken(app, owner, { payload: { aud: 'golf' } })}`,
    'of another issuer': `Bearer ${await mintAccessToken(app, owner, { payload: { iss: 'https://other.example' } })}`,
    'without a subject': `Bearer ${await mintAccessToken(app, owner, { payload: { sub: undefined } })}`,
    'without the scope': `Bearer ${await mintAccessToken(app, owner, { payload: { scope: 'openid' } })}`,
    'of the type of an ID token': `Bearer ${await mintAccessToken(app, owner, { header: { typ: 'JWT' } })}`,
    'with an unknown key': `Bearer ${await mintAccessToken(app, owner, { header: { kid: 'other' } })}`,
    unsigned: `Bearer ${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${btoa('{"sub":"player"}').replaceAll('=', '')}.`,
    'signed with the public key as a secret': `Bearer ${await plain
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(String(key?.n)))}`,
  }
})
afterAll(() => pool.close())

/** For each route that takes a body, one that it would obey. */
const bodies: Record<string, (person: Person) => unknown> = {
  'POST /api/entry': (person) => desk.fill(person),
  'PUT /api/entry': async (person) => desk.fill(person, 1, { id: (await desk.storedOf(person))?.id ?? 0 }),
  'POST /api/tournament': () => organiser.fill(),
  'PUT /api/tournament': () => organiser.open(pool.tournamentId, { name: 'Spring Open' }),
  'POST /api/tournament/end/:tournamentId': () => [],
  'POST /api/admin/reminders/:tournamentId': (person) => ({ userIds: [person.userId] }),
  'POST /api/admin/withdrawals/:tournamentId': () => ({}),
  'POST /api/tournament/verifyPlayers': () => ({
    espnId: pool.simulator.eventId,
    tiers: [[], [], [], []],
    tier: 0,
    allTouched: false,
  }),
  'POST /api/admin/mergeUsers': () => mergeNobody(),
  'POST /api/admin/mergeUsers/preview': () => mergeNobody(),
}

/** The power user, who may not be merged: nothing comes of it. */
const mergeNobody = () => [pool.people.player.userId, pool.people.power.userId]

const routes = Object.entries(policyTable).map(([key, policy]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, policy }
})
type Route = (typeof routes)[number]

const writes = routes.filter(({ policy, method }) => policy.changes && method !== 'GET')

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

function fill(path: string): string {
  return path
    .replace(':clientId', 'golf')
    .replace(':espnId', pool.simulator.fieldOf()[0]?.espnId ?? '')
    .replace(/:\w+/g, '1')
}
