import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyCharacter } from '../support/any-character.ts'
import { discardBody } from '../support/discard-body.ts'
import { callPlainly } from '../support/plain-call.ts'
import { createRouteBodies, fillPath, type Route, routes, writeRoutes } from '../support/route-requests.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { testSeed } from '../support/test-random.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(2)

/** Requests that our own page never sends, to every route of the policy table: extra keys and malformed ids. */
let pool: TestPool
let bodies: Awaited<ReturnType<typeof createRouteBodies>>

/** Calls the route as an admin, who is allowed to call all of them. */
async function send(route: Route, body: string): Promise<number> {
  const response = await callPlainly(pool, fillPath(route.path, pool), pool.people.admin, {
    method: route.method,
    headers: { 'content-type': 'application/json', ...pool.xsrf },
    body,
  })
  await discardBody(response)
  return response.status
}

async function validBody(route: Route): Promise<Json> {
  const body = await bodies[route.key]?.(pool.people.admin)
  // The sample for the end is an empty list, which has nothing to corrupt.
  const sample = route.path.includes('/end/') ? [{ entryId: 1, places: [1, 2, 3] }] : body
  return JSON.parse(JSON.stringify(sample)) as Json
}

// The border refuses before a store is asked, and PostgreSQL fails at more values than SQLite: it is enough for `npm
// test`.
const kinds = hasMoreRounds ? databaseKinds() : databaseKinds().slice(-1)

describe.each(kinds)('over $name', (kind) => {
  beforeAll(async () => {
    const start = new Date(Date.now() + 3_600_000)
    pool = await openTestPool({ kind, rateLimitFactor: 0, start, startAt: 'scheduled' })
    bodies = await createRouteBodies(pool)
  })
  afterAll(() => pool.close())

  describe('a body with extra keys', describeExtraKeys)
  describe('a malformed id', describeMalformedIds)
})

function describeExtraKeys() {
  const extras: Record<string, string> = {
    id: '77',
    userId: '1',
    isAdmin: 'true',
    isPowerUser: 'true',
    real: 'false',
    active: 'false',
    createdAt: '"2020-01-01T00:00:00.000Z"',
    score: '-99',
    places: '[1,1,1]',
    ['__proto__']: '{"isAdmin":true}',
    constructor: '{"prototype":{"isAdmin":true}}',
  }

  /** Data that no body may change. */
  async function readProtectedData() {
    const { db } = pool.app.database
    return {
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
      tournaments: await db.selectFrom('tournaments').select(['id', 'active', 'created_at']).execute(),
      entries: await db.selectFrom('entries').select(['id', 'user_id', 'created_at']).orderBy('id').execute(),
      results: await db.selectFrom('results').selectAll().execute(),
    }
  }

  it.each(writeRoutes)('is refused or ignored by $key', async (route) => {
    // A valid call comes first, so that its effects are in both readings.
    await send(route, JSON.stringify(await validBody(route)))
    const before = await readProtectedData()
    const body = await validBody(route)
    let tried = 0
    for (const [key, value] of Object.entries(extras)) {
      for (const text of addExtraKey(body, key, value)) {
        tried += 1
        const status = await send(route, text)
        expect(status, text).toBeLessThan(500)
        // The product's interface has `active` in a tournament; it is ignored.
        const isRefused = ['/api/entry', '/api/tournament'].includes(route.path) && key !== 'active'
        if (isRefused) expect(status, text).toBe(400)
      }
    }
    expect(tried).toBeGreaterThan(5)
    expect(await readProtectedData()).toEqual(before)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })
}

/** `body` as JSON with an extra key, in itself or in the first object of each of its lists. */
function addExtraKey(body: Json, key: string, value: string): string[] {
  const mark = '"the extra key":0'
  const marked: Json[] = []
  const add = (object: { [key: string]: Json }) => ({ ...object, 'the extra key': 0 })
  if (Array.isArray(body)) {
    const [first, ...others] = body
    marked.push([isObject(first) ? add(first) : add({}), ...others])
  } else if (isObject(body)) {
    if (!Object.hasOwn(body, key)) marked.push(add(body))
    for (const [name, inner] of Object.entries(body)) {
      if (!Array.isArray(inner)) continue
      const [first, ...others] = inner
      if (isObject(first) && !Object.hasOwn(first, key)) {
        marked.push({ ...body, [name]: [add(first), ...others] })
      }
    }
  }
  return marked.map((body) => JSON.stringify(body).replace(mark, `"${key}":${value}`))
}

function describeMalformedIds() {
  const malformedIds = [
    ...['0', '-1', '-0', '00', '01', '+1', '1e3', '1e0', '0x1', '0b1', '1.0', '1.5', '1_000', '.1'],
    ...['%201', '1%20', '1%00', '%00', '1%0A', '1,2', '1;2', '[1]', '%5B1%5D', '{}', '%22', '*', '1%2F2'],
    ...['NaN', 'null', 'undefined', 'true', 'Infinity', '__proto__', 'constructor', 'toString', 'me'],
    ...['2147483647', '2147483648', '4294967297', '9007199254740993', '99999999999999999999'],
    ...['1'.repeat(64), '1'.repeat(65), '1'.repeat(5000), '%EF%BC%91', '%D9%A1', '%F0%9F%92%A9'],
    ...["1'%20or%20'1'='1", '1--', '1)', '%25', '%', '%zz', '%c0%80', '..%2F1', '%2e%2e%2F1', '1%5C2'],
  ]
  const randomId = fc.string({ minLength: 1, maxLength: 12, unit: anyCharacter })
  const withParameter = routes.filter(({ path }) => path.includes(':'))

  it.each(withParameter)(`is refused by $key`, async (route) => {
    const random = fc.sample(randomId, { numRuns: rounds, seed: testSeed() })
    const ids = [...malformedIds, ...random.flatMap(encode)]
    for (const name of [...route.path.matchAll(/:(\w+)/g)].map(([, found = '']) => found)) {
      for (const id of ids) {
        const response = await callWith(route, { [name]: id }, pool.people.admin)
        const text = await response.text()
        const cell = `${name} ${id}: ${response.status} ${text.slice(0, 200)}`
        // An id that the feed does not know gets a regular response: it is not valid.
        if (route.key === 'GET /api/tournament/verify/:espnId' && /^\d{4,12}$/.test(id)) continue
        expect([400, 404, 405, 414, 431], cell).toContain(response.status)
      }
    }
  })

  it('in a query is refused', async () => {
    const tournament = `/api/tournament/${pool.tournamentId}`
    const queries = ['includePlayers=true&includePlayers=true', 'includeEntries[]=true', 'includeEntries=1']
    queries.push('includeEntries=%00', 'includePlayers[__proto__]=true&includePlayers=')
    for (const query of queries) {
      const response = await pool.call(`${tournament}?${query}`, pool.people.player)
      const text = await response.text()
      expect([200, 400], query).toContain(response.status)
      if (response.status === 200) expect(text).not.toContain('entries')
    }
  })

  function callWith(route: Route, parameters: Record<string, string>, person: Person): Promise<Response> {
    const isWrite = writeRoutes.includes(route)
    return callPlainly(pool, fillPath(route.path, pool, parameters), person, {
      method: route.method,
      ...(isWrite && { headers: { 'content-type': 'application/json', ...pool.xsrf }, body: '[]' }),
    })
  }
}

/** A random id in URL encoding; none for valid ids and path segments such as `..`. */
function encode(text: string): string[] {
  if (/^\d+$/.test(text) || /^\.+$/.test(text) || !text.isWellFormed()) return []
  return [encodeURIComponent(text)]
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
