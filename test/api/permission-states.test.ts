import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem.ts'
import { hasRole } from '#domain/permissions.ts'
import type { Tables } from '#server/db/tables.ts'
import { setRole } from '#server/users/user-store.ts'
import { discardBody } from '../support/discard-body.ts'
import { listInvalidTokens } from '../support/invalid-tokens.ts'
import { callPlainly } from '../support/plain-call.ts'
import { createRouteBodies, fillPath, type Route, routes } from '../support/route-requests.ts'
import { buildClock } from '../support/test-clock.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

/** Every route of the policy table, for every kind of caller, in every state of the tournament. */
const states = ['not started', 'started', 'ended', 'not there'] as const
type State = (typeof states)[number]

const hour = 3_600_000

const rights: Record<string, { isAdmin: boolean; isPowerUser: boolean }> = {
  power: { isAdmin: false, isPowerUser: true },
  admin: { isAdmin: true, isPowerUser: true },
}
const callers = ['owner', 'rival', 'newcomer', 'merged', 'demoted', 'power', 'admin'] as const
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
  'POST /api/admin/mergeUsers/preview': always(200),
  'GET /api/tournament/:tournamentId': whileThere(),
  'GET /api/leaderboard/:tournamentId': whileThere(),
  'GET /api/leaderboard/:tournamentId/stream': whileThere(),
  'GET /api/leaderboard/:tournamentId/player/:espnId': whileThere(),
  'GET /api/admin/tournamentUsers/:tournamentId': whileThere(),
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
    return { owner, rival, newcomer, merged: { ...merged, userId: newcomer.userId }, demoted, power, admin }
  }

  async function createBodies() {
    const made = await createRouteBodies(pool)
    const texts = new Map<string, string>()
    for (const [key, make] of Object.entries(made)) {
      for (const who of callers) texts.set(`${key} ${who}`, JSON.stringify(await make(people[who])))
    }
    // These two would change the state for later calls, so they get bodies that are refused.
    for (const who of callers) {
      texts.set(`POST /api/tournament/end/:tournamentId ${who}`, '[{"entryId":2000000000,"places":[]}]')
      texts.set(`POST /api/tournament ${who}`, '{}')
    }
    return texts
  }

  async function enterState(): Promise<void> {
    const { db } = pool.app.database
    if (state !== 'not started') clock.advance(2 * hour)
    if (state === 'ended') {
      const path = api.tournamentEnd(pool.tournamentId)
      expect((await pool.send('POST', path, pool.people.power, [])).status).toBe(200)
    }
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

  /** All stored data except the rate limit counters. */
  async function readAll(): Promise<string> {
    const { db } = pool.app.database
    const tables: (keyof Tables)[] = ['users', 'user_identities', 'tournaments', 'players', 'entries']
    tables.push('selections', 'results', 'audit_log', 'outbox')
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows)
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
    const before = await readAll()
    for (const route of routes) {
      for (const kind of kinds) {
        tried += 1
        const response = await request(route, 'owner', requireToken(kind))
        if (route.policy.role === 'anyone') await discardBody(response)
        else await expectRefusal(response, 401, 'unauthenticated', `${route.key} ${kind}`)
      }
      for (const who of callers.filter((one) => !canCall(route, one))) {
        tried += 1
        const response = await request(route, who, `Bearer ${people[who].token}`)
        await expectRefusal(response, 403, 'forbidden', `${route.key} ${who}`)
      }
    }
    expect(await readAll()).toBe(before)
    for (const route of routes) {
      for (const who of callers.filter((one) => canCall(route, one))) {
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

async function expectRefusal(response: Response, status: number, code: string, cell: string): Promise<void> {
  expect(response.status, cell).toBe(status)
  const { type } = problemDetails.parse(await response.json())
  expect(type, cell).toBe(`urn:player-pool:problem:${code}`)
}
