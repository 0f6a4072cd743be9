import { createServer, type IncomingHttpHeaders, type Server, request as sendRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api, routePaths } from '#contract/paths.ts'
import { createLog } from '#server/log.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { openTestPool, type Person, type TestPool } from '#test/support/test-pool.ts'
import { createSystemClock } from '../db/clock.ts'
import { createAuthenticator } from '../identity/tokens/authenticator.ts'
import { createTokenVerifier } from '../identity/tokens/token-verifier.ts'
import { createPolledLeaderboard } from '../leaderboard/leaderboard-snapshot.ts'
import { createPolledTournament, createTournamentResponses } from '../tournament-responses/tournament-responses.ts'
import type { Authenticator, SignedIn } from './authenticate.ts'
import { readLimit } from './http-server.ts'
import { createMemoryRateLimiter } from './rate-limiter.ts'
import { createSnapshotFastPath } from './snapshot-fast-path.ts'

let pool: TestPool
/** The same before the start. */
let openPool: TestPool

beforeAll(async () => {
  pool = await openTestPool({ rateLimitFactor: 0 })
  openPool = await openTestPool({
    rateLimitFactor: 0,
    start: new Date(Date.now() + 3_600_000),
    startAt: 'scheduled',
  })
})
afterAll(async () => {
  await pool.close()
  await openPool.close()
})

type Raw = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** The response as it is on the wire: `fetch` would decode the body and hide headers. */
function requestRaw(url: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    sendRequest(url, { method, headers: { connection: 'close', ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _date, ...rest } = response.headers
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
      .on('error', reject)
      .end()
  })
}

const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` })
const whole = { players: true, entries: true }

type Target = { name: string; of: () => TestPool; path: () => string }

const targets: Target[] = [
  { name: 'the leaderboard', of: () => pool, path: () => api.leaderboard(pool.tournamentId) },
  {
    name: 'a tournament that has started',
    of: () => pool,
    path: () => api.tournament(pool.tournamentId, whole),
  },
  {
    name: 'a tournament that has not started',
    of: () => openPool,
    path: () => api.tournament(openPool.tournamentId, whole),
  },
  {
    name: 'a tournament without entries',
    of: () => openPool,
    path: () => api.tournament(openPool.tournamentId, { players: true, entries: false }),
  },
]

describe.each(targets)('for $name, the fast path and the route send the same', ({ of, path }) => {
  /** Requests the route: no token is cached. */
  async function requestRoute(headers: Record<string, string>, person = of().people.player): Promise<Raw> {
    await of().app.eventBus.publish('users', 0)
    return requestRaw(of().url + path(), { ...bearer(person), ...headers })
  }

  /** Requests it again, now that the token is cached. */
  async function requestFastPath(headers: Record<string, string>, person = of().people.player): Promise<Raw> {
    await requestRaw(of().url + path(), bearer(person))
    return requestRaw(of().url + path(), { ...bearer(person), ...headers })
  }

  it.each(['gzip, br', 'gzip', 'br', 'identity'])('body and headers with %s', async (encoding) => {
    for (const person of [of().people.player, of().people.newcomer]) {
      const headers = { 'accept-encoding': encoding }
      const [slow, fast] = [await requestRoute(headers, person), await requestFastPath(headers, person)]
      expect(slow.status).toBe(200)
      expect(fast).toEqual(slow)
      expect(fast.headers['cache-control']).toBe('private, no-cache')
    }
  })

  it.each(['gzip, br', 'gzip', 'br', 'identity'])('304 with %s', async (encoding) => {
    const { headers } = await requestRoute({ 'accept-encoding': encoding })
    const again = { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' }
    const [slow, fast] = [await requestRoute(again), await requestFastPath(again)]
    expect([slow.status, slow.body]).toEqual([304, ''])
    expect(fast).toEqual(slow)
  })
})

it('a leaderboard says when the feed was checked, with the same ETag', async () => {
  const send = () => requestRaw(pool.url + api.leaderboard(pool.tournamentId), bearer(pool.people.player))
  const before = await send()
  await pool.app.feed.pollNow()
  const after = await send()
  expect(after.headers['feed-checked']).not.toBe(before.headers['feed-checked'])
  expect(after.headers.etag).toBe(before.headers.etag)
})

describe.each(targets.slice(0, 3))('for $name, the fast path leaves to the route', ({ of, path }) => {
  const notHandled = 418
  let clock: TestClock
  let authenticator: Authenticator
  let server: Server
  let url: string

  beforeEach(async () => {
    clock = buildClock(new Date())
    const { app, people } = of()
    const verifier = createVerifier()
    authenticator = createAuthenticator({ db: app.database.db, verifier, clock })
    await authenticator.authenticate(people.player.token)
    await app.hub.findLatest(of().tournamentId)
    await serve(0)
  })
  afterEach(() => server.close())

  function createVerifier() {
    const { config, secrets } = of().app
    const keys = secrets.signingKeys.map(({ n, e, kid, alg, use }) => ({
      kty: 'RSA' as const,
      n,
      e,
      kid,
      alg,
      use,
    }))
    return createTokenVerifier({
      signIn: config.signIn,
      localKeys: () => ({ keys }),
      clock,
      log: createLog('silent'),
    })
  }

  /** The fast path with nothing behind it. */
  async function serve(rateLimitFactor: number): Promise<void> {
    const { hub, database } = of().app
    const fastPath = createSnapshotFastPath({
      resources: [
        createPolledLeaderboard(hub),
        createPolledTournament(createTournamentResponses(database.db, createSystemClock('sqlite'))),
      ],
      authenticator,
      limiter: createMemoryRateLimiter(clock, rateLimitFactor),
      securityHeaders: {},
    })
    server = createServer((request, response) => {
      fastPath(request, response, () => response.writeHead(notHandled).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  }

  const send = async (headers: Record<string, string> = bearer(of().people.player), method = 'GET', at = path()) =>
    (await requestRaw(url + at, headers, method)).status

  it('a request for which it has no response', async () => {
    expect([await send(), await send()]).toEqual([200, 200])
  })

  it('a token that the route has not admitted', async () => {
    const { rival } = of().people
    expect(await send(bearer(rival))).toBe(notHandled)
    await authenticator.authenticate(rival.token)
    expect(await send(bearer(rival))).toBe(200)
  })

  it('requests without a bearer token', async () => {
    const { token } = of().people.player
    const headers: Record<string, string>[] = [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { cookie: `token=${token}` },
    ]
    for (const header of headers) expect(await send(header)).toBe(notHandled)
  })

  it('a token that was admitted more than a minute ago', async () => {
    clock.advance(59_999)
    expect(await send()).toBe(200)
    clock.advance(2)
    expect(await send()).toBe(notHandled)
  })

  it('every token after users have changed', async () => {
    authenticator.clearCache()
    expect(await send()).toBe(notHandled)
  })

  it('a user who has reached the rate limit', async () => {
    server.close()
    await serve(3 / readLimit.points)
    expect([await send(), await send(), await send(), await send()]).toEqual([200, 200, 200, notHandled])
    clock.advance(readLimit.seconds * 1000)
    await authenticator.authenticate(of().people.player.token)
    expect(await send()).toBe(200)
  })

  it('a tournament that does not exist', async () => {
    const missing = path().replace(String(of().tournamentId), '9999')
    expect(await send(bearer(of().people.player), 'GET', missing)).toBe(notHandled)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    expect(await send(bearer(of().people.player), method)).toBe(notHandled)
  })

  it.each([
    (of: string) => `${of}/`,
    (of: string) => `${of}?x=1`,
    (of: string) => `${of}&x=1`,
    (of: string) => `${of}/stream`,
    (of: string) => of.replace(/(\d+)/, '0$1'),
    (of: string) => of.replace(/(\d+)/, '-$1'),
    (of: string) => `${of}x`,
    (of: string) => of.toUpperCase(),
    (of: string) => of.replace('/api', '/api/..//api'),
    (of: string) => of.replace(/(\d+)/, `$1${'0'.repeat(20)}`),
  ])('every other address (%#)', async (change) => {
    expect(await send(bearer(of().people.player), 'GET', change(path()))).toBe(notHandled)
  })
})

it('a leaderboard that is not in memory is left to the route', () => {
  const polled = createPolledLeaderboard({ getCached: () => undefined })
  expect(polled.match(api.leaderboard(pool.tournamentId))).toBeUndefined()
})

it('a failure is left to the route, which reports it', async () => {
  const fastPath = createSnapshotFastPath({
    resources: [
      { route: routePaths.leaderboard, match: () => () => Promise.reject(new Error('the database is away')) },
      { route: routePaths.tournament, match: () => undefined },
    ],
    authenticator: {
      getCached: () => ({ user: { id: 1 } as SignedIn['user'], tokenExpiresAt: new Date() }),
    },
    limiter: createMemoryRateLimiter(buildClock(new Date()), 0),
    securityHeaders: {},
  })
  const server = createServer((request, response) => fastPath(request, response, () => response.writeHead(503).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : ''
  expect((await requestRaw(url, { authorization: 'Bearer token' })).status).toBe(503)
  server.close()
})

it('a route that not every user may read cannot be put on the fast path', () => {
  for (const route of [routePaths.adminUsers, routePaths.tournamentStandings, '/api/unknown']) {
    const options = {
      resources: [{ route, match: () => undefined }],
      authenticator: { getCached: () => undefined },
      limiter: createMemoryRateLimiter(buildClock(new Date()), 0),
      securityHeaders: {},
    }
    expect(() => createSnapshotFastPath(options)).toThrow('must not bypass its guard')
  }
})

it('a user who reaches the rate limit is refused with 429 and a time to wait', async () => {
  const strict = await openTestPool({ rateLimitFactor: 4 / readLimit.points })
  const send = () => strict.call(api.leaderboard(strict.tournamentId), strict.people.player)
  const responses = [await send(), await send(), await send(), await send(), await send()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})
