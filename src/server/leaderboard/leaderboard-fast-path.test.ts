import { createServer, type IncomingHttpHeaders, type Server, request as sendRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { createLog } from '#server/log.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { openTestPool, type TestPool } from '#test/support/test-pool.ts'
import type { Authenticator } from '../http/authenticate.ts'
import { readLimit } from '../http/http-server.ts'
import { createMemoryRateLimiter } from '../http/rate-limiter.ts'
import { createAuthenticator } from '../identity/tokens/authenticator.ts'
import { createTokenVerifier } from '../identity/tokens/token-verifier.ts'
import { createLeaderboardFastPath } from './leaderboard-fast-path.ts'

let pool: TestPool
let path: string

beforeAll(async () => {
  pool = await openTestPool({ rateLimitFactor: 0 })
  path = api.leaderboard(pool.tournamentId)
})
afterAll(() => pool.close())

type Raw = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** The raw response: `fetch` would decode the body and hide headers. */
function requestRaw(headers: Record<string, string>, method = 'GET', url = pool.url + path): Promise<Raw> {
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

const bearer = (token = pool.people.player.token) => ({ authorization: `Bearer ${token}` })

/** Clears the token cache, so that the guarded route handles the request. */
async function requestRoute(headers: Record<string, string>): Promise<Raw> {
  await pool.app.eventBus.publish('users', 0)
  return requestRaw({ ...bearer(), ...headers })
}

/** Repeats the request with the token in the cache. */
async function requestFastPath(headers: Record<string, string>): Promise<Raw> {
  await requestRaw(bearer())
  return requestRaw({ ...bearer(), ...headers })
}

describe('the fast path sends the same headers and bytes as the guarded route', () => {
  it.each(['br', 'gzip', 'identity'])('in %s', async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const [slow, fast] = [await requestRoute(headers), await requestFastPath(headers)]
    expect(slow.status).toBe(200)
    expect(fast).toEqual(slow)
    expect(fast.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'feed-checked': expect.any(String),
    })
  })

  it.each(['br', 'gzip', 'identity'])('in %s, as 304 to a matching ETag', async (encoding) => {
    const { headers } = await requestRoute({ 'accept-encoding': encoding })
    const again = { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' }
    const [slow, fast] = [await requestRoute(again), await requestFastPath(again)]
    expect([slow.status, slow.body]).toEqual([304, ''])
    expect(fast).toEqual(slow)
  })

  it('after a check of the feed', async () => {
    const before = await requestFastPath({})
    await pool.app.feed.pollNow()
    const [slow, fast] = [await requestRoute({}), await requestFastPath({})]
    expect(fast).toEqual(slow)
    expect(fast.headers['feed-checked']).not.toBe(before.headers['feed-checked'])
    expect(fast.headers.etag).toBe(before.headers.etag)
  })
})

describe('the fast path leaves to the route', () => {
  const notHandled = 418
  let clock: TestClock
  let authenticator: Authenticator
  let server: Server
  let url: string

  beforeEach(async () => {
    clock = buildClock(new Date())
    authenticator = createAuthenticator({ db: pool.app.database.db, verifier: createVerifier(), clock })
    await authenticator.authenticate(pool.people.player.token)
    await pool.app.hub.findLatest(pool.tournamentId)
    await serve(0)
  })
  afterEach(() => server.close())

  function createVerifier() {
    const { config, secrets } = pool.app
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

  /** The fast path without a route behind it. */
  async function serve(rateLimitFactor: number): Promise<void> {
    const fastPath = createLeaderboardFastPath({
      hub: pool.app.hub,
      authenticator,
      limiter: createMemoryRateLimiter(clock, rateLimitFactor),
      securityHeaders: {},
    })
    server = createServer((request, response) => {
      if (!fastPath(request, response)) response.writeHead(notHandled).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  }

  const send = async (headers: Record<string, string> = bearer(), method = 'GET', at = path) =>
    (await requestRaw(headers, method, url + at)).status

  it('no request that it can serve', async () => {
    expect([await send(), await send()]).toEqual([200, 200])
  })

  it('a token that the route has not verified', async () => {
    expect(await send(bearer(pool.people.rival.token))).toBe(notHandled)
    await authenticator.authenticate(pool.people.rival.token)
    expect(await send(bearer(pool.people.rival.token))).toBe(200)
  })

  it('a request without a bearer token', async () => {
    const { token } = pool.people.player
    const headers = [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { cookie: `token=${token}` },
    ]
    for (const header of headers) expect(await send(header as Record<string, string>)).toBe(notHandled)
  })

  it('a token that was verified more than a minute ago', async () => {
    clock.forward(60_000)
    expect(await send()).toBe(200)
    clock.forward(1)
    expect(await send()).toBe(notHandled)
  })

  it('every token after users have changed', async () => {
    authenticator.clearCache()
    expect(await send()).toBe(notHandled)
  })

  it('requests over the rate limit', async () => {
    server.close()
    await serve(3 / readLimit.points)
    expect([await send(), await send(), await send(), await send()]).toEqual([200, 200, 200, notHandled])
    clock.forward(readLimit.seconds * 1000)
    await authenticator.authenticate(pool.people.player.token)
    expect(await send()).toBe(200)
  })

  it('a leaderboard that is not in memory', async () => {
    expect(await send(bearer(), 'GET', api.leaderboard(9999))).toBe(notHandled)
    pool.app.hub.clear()
    expect(await send()).toBe(notHandled)
    await pool.app.hub.findLatest(pool.tournamentId)
    expect(await send()).toBe(200)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    expect(await send(bearer(), method)).toBe(notHandled)
  })

  it.each([
    (of: string) => `${of}/`,
    (of: string) => `${of}?x=1`,
    (of: string) => `${of}/stream`,
    (of: string) => of.replace(/(\d+)$/, '0$1'),
    (of: string) => of.replace(/(\d+)$/, '-$1'),
    (of: string) => `${of}x`,
    (of: string) => of.toUpperCase(),
    (of: string) => of.replace('/api', '/api/..//api'),
    (of: string) => `${of}${'0'.repeat(20)}`,
  ])('every other path (%#)', async (change) => {
    expect(await send(bearer(), 'GET', change(path))).toBe(notHandled)
  })
})

it('the whole server refuses requests over the rate limit with Retry-After', async () => {
  const strict = await openTestPool({ rateLimitFactor: 4 / readLimit.points })
  const send = () => strict.call(api.leaderboard(strict.tournamentId), strict.people.player)
  const responses = [await send(), await send(), await send(), await send(), await send()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})
