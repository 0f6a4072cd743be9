import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { buildEspnBody, espnEventId } from '#test/support/build-espn-body.ts'
import { createEspnClients, type EspnClient, type EspnClientOptions } from './espn-client.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'

const userAgent = 'player-pool/1.0 (+https://pool.example.org)'
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function listen(server: SocketServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A stub feed and a client for it. */
async function openFeed(respond: RequestListener, options: Partial<EspnClientOptions> = {}) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    respond(request, response)
  })
  const origin = await listen(server)
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, client: createClient(`${origin}/apis/golf`, options), origin }
}

function createClient(baseUrl: string, options: Partial<EspnClientOptions> = {}): EspnClient {
  return createEspnClients({ now: () => new Date(1_700_000_000_000), userAgent, ...options })(baseUrl)
}

const json = { 'content-type': 'application/json;charset=UTF-8' }
const gzipped = { ...json, 'content-encoding': 'gzip' }

function answer(body: string | Buffer, headers: Record<string, string> = json, status = 200): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body)
}

describe('a request', () => {
  test('for a leaderboard has league, region, language, event and airings', async () => {
    const { client, requests } = await openFeed(answer('{"events":[]}'))
    expect((await client.getLeaderboard(espnEventId)).body).toEqual({ events: [] })
    expect(requests).toEqual(['/apis/golf/leaderboard?league=pga&region=us&lang=en&event=401000001&showAirings=true'])
  })

  test('for a golfer has season and player, and the time to bypass caches', async () => {
    const { client, requests } = await openFeed(answer('{}'))
    await client.getPlayerSummary({ eventId: espnEventId, athleteId: '1001', season: 2026 })
    expect(requests).toEqual([
      '/apis/golf/pga/leaderboard/401000001/playersummary?season=2026&player=1001&_=1700000000000',
    ])
  })

  test('says who asks, and pretends nothing', async () => {
    const headers: IncomingHttpHeaders[] = []
    const { client } = await openFeed((request, response) => {
      headers.push(request.headers)
      response.writeHead(200, json).end('{}')
    })
    await client.getLeaderboard(espnEventId)
    await client.getScoreboard()
    await client.getPlayerSummary({ eventId: espnEventId, athleteId: '1001', season: 2026 })
    expect(headers.map((sent) => sent['user-agent'])).toEqual([userAgent, userAgent, userAgent])
    expect(JSON.stringify(headers)).not.toMatch(/mozilla|chrome|en-US|referer|origin|sec-ch/i)
  })

  test('is never sent with ids other than digits', async () => {
    const { client, requests } = await openFeed(answer('{}'))
    for (const id of ['', '1', '12a4', '../4010', '4010?x=1', '401 0', '1234567890123']) {
      await expect(client.getLeaderboard(id)).rejects.toMatchObject({ reason: 'invalid' })
      const request = { eventId: id, athleteId: '1', season: 2026 }
      await expect(client.getPlayerSummary(request)).rejects.toMatchObject({ reason: 'invalid' })
    }
    const request = { eventId: espnEventId, athleteId: '1/2', season: 2026 }
    await expect(client.getPlayerSummary(request)).rejects.toMatchObject({ reason: 'invalid' })
    expect(requests).toEqual([])
  })

  test('is shared by concurrent callers, and not by later ones', async () => {
    const { client, requests } = await openFeed(answer('{}'))
    const [first, second] = await Promise.all([client.getLeaderboard('4010'), client.getLeaderboard('4010')])
    expect(second).toBe(first)
    await Promise.all([client.getLeaderboard('4010'), client.getLeaderboard('4011')])
    expect(requests).toHaveLength(3)
  })

  test('is dated later than every earlier one, even when the clock stands still or is set back', async () => {
    const times = [1000, 1000, 400]
    const { client } = await openFeed(answer('{}'), {
      now: () => new Date(times.shift() ?? 0),
    })
    const requests: number[] = []
    for (const id of ['4010', '4010', '4010']) requests.push((await client.getLeaderboard(id)).requestedAt.getTime())
    expect(requests).toEqual([1000, 1001, 1002])
  })
})

describe('a response is rejected', () => {
  async function rejectionOf(respond: RequestListener, options: Partial<EspnClientOptions> = {}) {
    const { client } = await openFeed(respond, options)
    return client.getLeaderboard(espnEventId).then(
      () => expect.fail('The response was accepted.'),
      (error: unknown) => error,
    )
  }

  test.each([
    [204, 'The sports feed returned status 204.'],
    [400, 'The sports feed returned status 400.'],
    [401, 'The sports feed refuses the requests of this server (status 401).'],
    [403, 'The sports feed refuses the requests of this server (status 403).'],
    [404, 'The sports feed has nothing at this address (status 404).'],
    [429, 'The sports feed has been asked too often (status 429).'],
    [500, 'The sports feed returned status 500.'],
    [502, 'The sports feed returned status 502.'],
    [503, 'The sports feed returned status 503.'],
  ])('with status %i, in words and with the pause for which it asks', async (status, message) => {
    const error = await rejectionOf(answer('', { 'retry-after': '90' }, status))
    expect(error).toMatchObject({ reason: 'status', status, message, retryAfterMs: 90_000 })
  })

  const drip: RequestListener = (_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  }
  const breakOff: RequestListener = (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '5000' }).write('{"events":[]}')
    setImmediate(() => response.destroy())
  }
  const large = JSON.stringify({ events: [], filling: 'x'.repeat(4 * 2 ** 20) })
  const broken: [when: string, reason: string, RequestListener, deadlineMs?: number][] = [
    ['no headers arrive before the deadline', 'timeout', () => {}, 50],
    ['the body arrives too slowly for the deadline', 'timeout', drip, 60],
    ['it is an HTML page, whatever its status', 'not-json', answer('<p>Busy</p>', { 'content-type': 'text/html' })],
    ['it has no type', 'not-json', answer('{}', {})],
    ['it is truncated JSON', 'not-json', answer('{"events":[{"id":"4010')],
    ['it is empty', 'not-json', answer('')],
    ['it is not JSON', 'not-json', answer('NaN')],
    ['the connection breaks off', 'cut-short', breakOff],
    ['it is larger than 4 MiB', 'too-large', answer(large)],
    ['its compression is invalid', 'cut-short', answer('{"events":[]}', gzipped)],
  ]
  test.each(broken)('when %s: %s', async (_, reason, respond, deadlineMs = 5000) => {
    expect(await rejectionOf(respond, { deadlineMs })).toMatchObject({ reason })
  })

  test('when the host refuses the connection', async () => {
    const server = createServer()
    const origin = await listen(server)
    server.close()
    await once(server, 'close')
    await expect(createClient(origin).getLeaderboard(espnEventId)).rejects.toMatchObject({
      name: 'FeedError',
      reason: 'unreachable',
      cause: expect.any(Error),
    })
  })

  test('when the connection is accepted and stays silent', async () => {
    const server = createSocketServer((socket) => void closers.push(() => socket.destroy()))
    closers.push(() => server.close())
    const client = createClient(await listen(server), { deadlineMs: 50 })
    await expect(client.getLeaderboard(espnEventId)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('when it is a redirect, which is not followed', async () => {
    const inside = await openFeed(answer('{}'))
    for (const status of [301, 302, 307, 308]) {
      const redirect = answer('', { location: `${inside.origin}/secret` }, status)
      expect(await rejectionOf(redirect)).toMatchObject({ reason: 'redirect' })
    }
    expect(inside.requests).toEqual([])
  })

  test('when it is a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '))
    const before = process.memoryUsage().rss
    expect(await rejectionOf(answer(bomb, gzipped))).toMatchObject({ reason: 'too-large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20)
  })

  test('by its parser, when it is about another event', async () => {
    const { client } = await openFeed(answer(JSON.stringify(buildEspnBody({ id: '401000009' }))))
    const { body } = await client.getLeaderboard(espnEventId)
    expect(() => parseLeaderboard(body, espnEventId)).toThrow('does not know the event 401000001')
  })

  test('without an effect on the next request', async () => {
    const statuses = [500, 200]
    const { client } = await openFeed((_, response) => response.writeHead(statuses.shift() ?? 500, json).end('{}'))
    await expect(client.getLeaderboard(espnEventId)).rejects.toMatchObject({ reason: 'status' })
    await expect(client.getLeaderboard(espnEventId)).resolves.toMatchObject({ body: {} })
  })
})

test('a compressed response within the limit is accepted', async () => {
  const { client } = await openFeed(answer(gzipSync('{"events":["é"]}'), gzipped))
  expect((await client.getLeaderboard(espnEventId)).body).toEqual({ events: ['é'] })
})
