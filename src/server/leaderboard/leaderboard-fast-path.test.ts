import { request as askHttp, createServer, type IncomingHttpHeaders, type Server } from 'node:http'
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

/** As it is on the wire: `fetch` would undo the encoding and hide what it does not like. */
function askRaw(headers: Record<string, string>, method = 'GET', url = pool.url + path): Promise<Raw> {
  return new Promise((resolve, reject) => {
    askHttp(url, { method, headers: { connection: 'close', ...headers } }, (response) => {
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

/** Asks the guarded route: nobody's token is recalled then. */
async function askRoute(headers: Record<string, string>): Promise<Raw> {
  await pool.app.eventBus.publish('users', 0)
  return askRaw({ ...bearer(), ...headers })
}

/** Asks once more, when the token is known. */
async function requestFastPath(headers: Record<string, string>): Promise<Raw> {
  await askRaw(bearer())
  return askRaw({ ...bearer(), ...headers })
}

describe('the quick answer is the one of the guarded route, header by header and byte by byte', () => {
  it.each(['br', 'gzip', 'identity'])('in %s', async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const [slow, quick] = [await askRoute(headers), await requestFastPath(headers)]
    expect(slow.status).toBe(200)
    expect(quick).toEqual(slow)
    expect(quick.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'feed-checked': expect.any(String),
    })
  })

  it.each(['br', 'gzip', 'identity'])('in %s, to who has it', async (encoding) => {
    const { headers } = await askRoute({ 'accept-encoding': encoding })
    const again = { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' }
    const [slow, quick] = [await askRoute(again), await requestFastPath(again)]
    expect([slow.status, slow.body]).toEqual([304, ''])
    expect(quick).toEqual(slow)
  })

  it('also when it says that the feed was checked since', async () => {
    const before = await requestFastPath({})
    await pool.app.feed.pollNow()
    const [slow, quick] = [await askRoute({}), await requestFastPath({})]
    expect(quick).toEqual(slow)
    expect(quick.headers['feed-checked']).not.toBe(before.headers['feed-checked'])
    expect(quick.headers.etag).toBe(before.headers.etag)
  })
})

describe('the quick way leaves to the route', () => {
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

  /** The quick way with nothing behind it. */
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

  const ask = async (headers: Record<string, string> = bearer(), method = 'GET', at = path) =>
    (await askRaw(headers, method, url + at)).status

  it('nothing that it can answer', async () => {
    expect([await ask(), await ask()]).toEqual([200, 200])
  })

  it('a token that the route has not let in', async () => {
    expect(await ask(bearer(pool.people.rival.token))).toBe(notHandled)
    await authenticator.authenticate(pool.people.rival.token)
    expect(await ask(bearer(pool.people.rival.token))).toBe(200)
  })

  it('whoever shows no bearer token', async () => {
    const { token } = pool.people.player
    const headers = [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { cookie: `token=${token}` },
    ]
    for (const header of headers) expect(await ask(header as Record<string, string>)).toBe(notHandled)
  })

  it('a token that was let in more than a minute ago', async () => {
    clock.forward(60_000)
    expect(await ask()).toBe(200)
    clock.forward(1)
    expect(await ask()).toBe(notHandled)
  })

  it('every token when users have changed', async () => {
    authenticator.clearCache()
    expect(await ask()).toBe(notHandled)
  })

  it('whoever asks too often', async () => {
    server.close()
    await serve(3 / readLimit.points)
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, notHandled])
    clock.forward(readLimit.seconds * 1000)
    await authenticator.authenticate(pool.people.player.token)
    expect(await ask()).toBe(200)
  })

  it('a leaderboard that is not in memory', async () => {
    expect(await ask(bearer(), 'GET', api.leaderboard(9999))).toBe(notHandled)
    pool.app.hub.clear()
    expect(await ask()).toBe(notHandled)
    await pool.app.hub.findLatest(pool.tournamentId)
    expect(await ask()).toBe(200)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    expect(await ask(bearer(), method)).toBe(notHandled)
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
  ])('every other address (%#)', async (change) => {
    expect(await ask(bearer(), 'GET', change(path))).toBe(notHandled)
  })
})

it('whoever asks too often is refused by the product too, with a time to wait', async () => {
  const strict = await openTestPool({ rateLimitFactor: 4 / readLimit.points })
  const ask = () => strict.call(api.leaderboard(strict.tournamentId), strict.people.player)
  const answers = [await ask(), await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})
