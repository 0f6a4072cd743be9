import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionClaim, setRole } from '#built/harness.mjs'
import { api, xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { hasRole } from '#domain/permissions.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { discardBody } from '../support/discard-body.ts'
import { listInvalidTokens } from '../support/invalid-tokens.ts'
import { countWaitingMessages } from '../support/outbox-rows.ts'
import { callPlainly } from '../support/plain-call.ts'
import { createRouteBodies, fillPath, type Route, routes, writeRoutes } from '../support/route-requests.ts'
import { buildClock } from '../support/test-clock.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { fetchXsrfPair } from '../support/xsrf-pair.ts'

/** Every route of the policy table, for every kind of caller, in every state of the tournament. */
const states = ['not started', 'started', 'ended', 'not there'] as const
type State = (typeof states)[number]

const hour = 3_600_000

const rights: Record<string, { isAdmin: boolean; isPowerUser: boolean }> = {
  power: { isAdmin: false, isPowerUser: true },
  admin: { isAdmin: true, isPowerUser: true },
  group: { isAdmin: true, isPowerUser: true },
}
/** `group`: an admin by a group of an upstream provider. `left`: the same, as it was an hour ago. */
const callers = ['owner', 'rival', 'newcomer', 'merged', 'demoted', 'left', 'power', 'admin', 'group'] as const
type Caller = (typeof callers)[number]

const invalidTokenCount = 13
/**
 * While entries are open, every invalid token is tried. In the other states those that a page of ours sends are enough.
 */
const ownInvalidTokens = ['no token', 'expired']

function listTokenKinds(state: State, all: readonly string[]): readonly string[] {
  return state === 'not started' ? all : ownInvalidTokens
}

/** Responses to allowed callers where the state decides; elsewhere any response that is no refusal and no fault. */
const answers: Record<string, Record<State, number[]>> = {
  'POST /api/entry': { 'not started': [200, 409], started: [409], ended: [409], 'not there': [404] },
  // 404: the caller has no entry to change.
  'PUT /api/entry': { 'not started': [200, 404], started: [409], ended: [409], 'not there': [404] },
  'PUT /api/tournament': { 'not started': [200], started: [200], ended: [409], 'not there': [404] },
  'POST /api/tournament': always(400),
  'POST /api/tournament/end/:tournamentId': {
    'not started': [400],
    started: [400],
    ended: [400],
    'not there': [404],
  },
  'POST /api/admin/mergeUsers': always(409),
  'POST /api/admin/user': always(409),
  'POST /api/admin/mergeUsers/preview': always(200),
  'GET /api/tournament/:tournamentId': whileThere(),
  'GET /api/leaderboard/:tournamentId': whileThere(),
  'GET /api/leaderboard/:tournamentId/stream': whileThere(),
  'GET /api/leaderboard/:tournamentId/player/:espnId': whileThere(),
  'GET /api/admin/tournamentUsers/:tournamentId': whileThere(),
  'GET /api/entry/withdrawal/:tournamentId': whileThere(),
  // 404: the caller has no entry.
  'POST /api/entry/withdrawal/:tournamentId': {
    'not started': [200, 404],
    started: [409],
    ended: [409],
    'not there': [404],
  },
  // No such entry.
  'POST /api/admin/tournamentUsers/:tournamentId': always(404),
  'GET /api/tournament/current': always(200),
  'GET /api/tournament/all': always(200),
  'GET /api/tournament/verify/:espnId': always(200),
  'GET /api/player/all': always(200),
  'GET /api/user': always(200),
  'GET /api/results/:userId': always(200),
  'GET /api/admin/users': always(200),
  'GET /api/admin/auditLog': always(200),
  'GET /api/admin/clearCache': always(200),
}

function always(status: number): Record<State, number[]> {
  return { 'not started': [status], started: [status], ended: [status], 'not there': [status] }
}

function whileThere(): Record<State, number[]> {
  return { ...always(200), 'not there': [404] }
}

describe.each(states)('while the tournament is %s', (state) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let people: Record<Caller, Person>
  let entryId: number
  let bad: Record<string, string>
  /** Built before the state changes, like requests from a page that was opened earlier. */
  let bodies: Map<string, string>

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ clock, start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    people = await addCallers()
    bad = await listInvalidTokens(pool)
    const { db } = pool.app.database
    const own = db.selectFrom('entries').select('id').where('user_id', '=', people.owner.userId)
    entryId = (await own.executeTakeFirstOrThrow()).id
    bodies = await createBodies()
    await enterState()
  })
  afterAll(() => pool.close())

  async function addCallers(): Promise<typeof people> {
    const { player: owner, rival, newcomer, power, admin } = pool.people
    const merged = await addPerson(pool.app, 'merged')
    const response = await pool.send('POST', api.adminMergeUsers(), admin, [newcomer.userId, merged.userId])
    expect(response.status).toBe(200)
    // The email about the merge would be sent, and its row changed, at any time.
    await pool.app.database.db.deleteFrom('outbox').execute()
    const demoted = await addPerson(pool.app, 'demoted', 'admin')
    await setRole(pool.app.database.db, demoted.userId, 'admin', false)
    // The merged user acts as the target.
    const [group, left] = [await addPerson(pool.app, 'group'), await addPerson(pool.app, 'left')]
    for (const [subject, person] of Object.entries({ group, left })) person.token = await connect(subject)
    return {
      owner,
      rival,
      newcomer,
      merged: { ...merged, userId: newcomer.userId },
      demoted,
      left,
      power,
      admin,
      group,
    }
  }

  /** A token of a session that began at an upstream provider whose groups give the role of an admin. */
  async function connect(subject: string): Promise<string> {
    const { db } = pool.app.database
    const email = `${subject}@example.com`
    const at = clock.now().toISOString()
    const account = { id: subject, email, email_verified: 1, name: subject, password_hash: '', created_at: at } as const
    await db.insertInto('accounts').values(account).execute()
    const connection = { id: `c-${subject}`, account_id: subject, issuer: 'https://id.example', subject, email: null }
    await db
      .insertInto('connected_sign_ins')
      .values({ ...connection, group_role: 'admin', created_at: at, last_used_at: at })
      .execute()
    const payload = { [connectionClaim]: connection.id }
    return mintAccessToken(pool.app, { subject, name: `The ${subject}`, email }, { payload, expires: '1d' })
  }

  async function createBodies() {
    const made = await createRouteBodies(pool)
    const texts = new Map<string, string>()
    for (const [key, make] of Object.entries(made)) {
      for (const who of callers) texts.set(`${key} ${who}`, JSON.stringify(await make(people[who])))
    }
    // These would change the state for later calls, so they get bodies that are refused.
    for (const who of callers) {
      texts.set(`POST /api/tournament/end/:tournamentId ${who}`, '[{"entryId":2000000000,"places":[]}]')
      for (const key of [
        'POST /api/tournament',
        'POST /api/admin/cancel/:tournamentId',
        'POST /api/admin/reopen/:tournamentId',
      ])
        texts.set(`${key} ${who}`, '{}')
    }
    return texts
  }

  async function enterState(): Promise<void> {
    const { db } = pool.app.database
    if (state !== 'not started') clock.advance(2 * hour)
    for (const [id, age] of Object.entries({ 'c-group': hour / 2, 'c-left': hour }))
      await db
        .updateTable('connected_sign_ins')
        .set({ groups_read_at: new Date(clock.now().getTime() - age).toISOString() })
        .where('id', '=', id)
        .execute()
    if (state === 'ended') {
      const path = api.tournamentEnd(pool.tournamentId)
      expect((await pool.send('POST', path, pool.people.power, [])).status).toBe(200)
    }
    // Otherwise the watch would find the start at any time, and tell people of it.
    if (state !== 'not there') await pool.app.poolEvents.check()
    if (state === 'not there') {
      for (const table of ['selections', 'entries', 'players', 'leaderboards', 'tournaments'] as const)
        await db.deleteFrom(table).execute()
      expect((await pool.call(api.adminClearCache(), pool.people.admin)).status).toBe(200)
      expect(pool.app.hub.getCached(pool.tournamentId)).toBeUndefined()
    }
  }

  async function request(route: Route, who: Caller, authorization: string): Promise<Response> {
    const body = bodies.get(`${route.key} ${who}`)
    const parameters = { entryId: String(entryId), userId: String(people.owner.userId) }
    return callPlainly(pool, fillPath(route.path, pool, parameters), null, {
      method: route.method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json', ...pool.xsrf }),
      },
      ...(body !== undefined && { body }),
    })
  }

  function requireToken(kind: string): string {
    const authorization = bad[kind]
    if (authorization === undefined) throw new Error(`There is no invalid token ${kind}.`)
    return authorization
  }

  const canCall = ({ policy }: Route, who: Caller) =>
    policy.role === 'anyone' || hasRole(rights[who] ?? { isAdmin: false, isPowerUser: false }, policy.role)

  function expectedOf(route: Route, who: Caller): number[] | undefined {
    if (route.key === 'GET /api/tournament/entry/:entryId') {
      return who === 'owner' && state !== 'not there' ? [200] : [404]
    }
    return answers[route.key]?.[state]
  }

  it(`each caller is allowed or refused as the policy table says`, async () => {
    const all = Object.keys(bad)
    expect(all).toHaveLength(invalidTokenCount)
    const kinds = listTokenKinds(state, all)
    let tried = 0
    await expect.poll(() => countWaitingMessages(pool.app.database.db)).toBe(0)
    const before = await readAll(pool)
    for (const route of routes) {
      for (const kind of kinds) {
        tried += 1
        const response = await request(route, 'owner', requireToken(kind))
        if (route.policy.role === 'anyone') await discardBody(response)
        else await expectRefusal(response, 401, 'unauthenticated', `${route.key} ${kind}`)
      }
      for (const who of callers.filter((caller) => !canCall(route, caller))) {
        tried += 1
        const response = await request(route, who, `Bearer ${people[who].token}`)
        await expectRefusal(response, 403, 'forbidden', `${route.key} ${who}`)
      }
    }
    expect(await readAll(pool)).toBe(before)
    for (const route of routes) {
      for (const who of callers.filter((caller) => canCall(route, caller))) {
        tried += 1
        const response = await request(route, who, `Bearer ${people[who].token}`)
        await discardBody(response)
        const cell = `${route.key} ${who}`
        const expected = expectedOf(route, who)
        if (expected) expect(expected, `${cell} ${response.status}`).toContain(response.status)
        expect([401, 403], cell).not.toContain(response.status)
        expect(response.status, cell).toBeLessThan(500)
      }
    }
    expect(tried).toBe(routes.length * (callers.length + kinds.length))
  })
})

describe('a request that our own page would not send', () => {
  let pool: TestPool
  let bodies: Awaited<ReturnType<typeof createRouteBodies>>

  beforeAll(async () => {
    pool = await openTestPool({ start: new Date(Date.now() + hour), startAt: 'scheduled', rateLimitFactor: 0 })
    bodies = await createRouteBodies(pool)
  })
  afterAll(() => pool.close())

  /** Calls a route as an admin like our own page; `changes` replaces its headers, and undefined removes one. */
  async function request(
    { key, method, path }: Pick<Route, 'key' | 'method' | 'path'>,
    changes: Record<string, string | undefined>,
  ): Promise<Response> {
    const { admin } = pool.people
    const body = bodies[key]
    const all = { ...(body && { 'content-type': 'application/json', ...pool.xsrf }), ...changes }
    const headers = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return callPlainly(pool, fillPath(path, pool), admin, {
      method,
      headers: Object.fromEntries(headers),
      ...(body && { body: JSON.stringify(await body(admin)) }),
    })
  }

  it('has no effect without the XSRF pair of the browser', async () => {
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
    const before = await readAll(pool)
    for (const route of writeRoutes) {
      expect(Object.keys(bodies)).toContain(route.key)
      for (const [kind, changes] of Object.entries(wrong))
        await expectRefusal(await request(route, changes), 403, 'antiforgery', `${route.key} ${kind}`)
    }
    expect(await readAll(pool)).toBe(before)
  })

  it('has no effect from another site or as a navigation, on any route that changes something', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: pool.app.config.publicUrl },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'navigate' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${pool.app.config.publicUrl}.evil.example` },
    ]
    const before = await readAll(pool)
    for (const route of routes.filter(({ policy }) => policy.isWrite)) {
      for (const headers of foreign)
        await expectRefusal(await request(route, headers), 403, 'cross-site', `${route.key} ${JSON.stringify(headers)}`)
    }
    expect(await readAll(pool)).toBe(before)
  })

  it('is answered with 405 if its method is not listed, HEAD and OPTIONS included', async () => {
    const before = await readAll(pool)
    for (const { path, method } of routes) {
      const others = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (other) => !routes.some((route) => route.method === other && isAnsweredBy(route, path)),
      )
      expect(others).not.toContain(method)
      for (const other of others) {
        const response = await callPlainly(pool, fillPath(path, pool), pool.people.admin, { method: other })
        expect(response.status, `${other} ${path}`).toBe(405)
        expect(response.headers.get('allow')?.split(', '), `${other} ${path}`).toContain(method)
      }
    }
    expect(await readAll(pool)).toBe(before)
  })

  it('is not authenticated by a cookie', async () => {
    const cookie = `_session=${pool.people.admin.token}; access_token=${pool.people.admin.token}`
    expect((await pool.call(api.user(), null, { headers: { ...pool.xsrf, cookie } })).status).toBe(401)
  })

  it('has effect if it comes from our own origin', async () => {
    const own = [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, { origin: pool.app.config.publicUrl }]
    for (const route of routes.filter(({ policy }) => policy.isWrite)) {
      for (const headers of own) {
        const response = await request(route, headers)
        await discardBody(response)
        expect([401, 403], route.key).not.toContain(response.status)
      }
    }
  })
})

it('a revoked role ends with the next call', async () => {
  const pool = await openTestPool({ rateLimitFactor: 0 })
  const readUser = async () => (await pool.call(api.user(), pool.people.power)).json()
  const before = await readUser()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', false)
  expect([before, await readUser()]).toMatchObject([{ isPowerUser: true }, { isPowerUser: false }])
  await pool.close()
})

/** A path segment can also match an id parameter of another route, which then refuses it. */
function isAnsweredBy(route: Route, path: string): boolean {
  const pattern = new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
  return pattern.test(path)
}

/** All stored data except the rate limit counters. */
async function readAll({ app }: TestPool): Promise<string> {
  const { db } = app.database
  const tables: (keyof Tables)[] = ['users', 'user_identities', 'tournaments', 'players', 'entries']
  tables.push('selections', 'results', 'audit_log', 'outbox')
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

async function expectRefusal(response: Response, status: number, code: string, cell: string): Promise<void> {
  expect(response.status, cell).toBe(status)
  const { type } = problemDetails.parse(await response.json())
  expect(type, cell).toBe(`urn:player-pool:problem:${code}`)
}
