import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contractVersion, contractVersionHeader } from '#contract/contract-version.ts'
import { problemType } from '#contract/problem.ts'
import { createApiClient } from './api-client.ts'

const { fetch } = globalThis
const closers: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) close()
})

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

type HarnessOptions = {
  tokens?: string[]
  cookies?: string
  respond: (request: IncomingMessage, index: number) => Answer
}
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

/** A client and a real HTTP server; `requests` are those that the server received. */
async function createHarness({ tokens = ['a', 'b'], cookies = '', respond }: HarnessOptions) {
  const requests: IncomingMessage[] = []
  const origin = await startServer((request, response) => {
    requests.push(request)
    const { status = 200, headers = {}, body } = respond(request, requests.length - 1)
    response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body))
  })
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { cookie: cookies })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init))
  const renewals: string[] = []
  const refusals: string[] = []
  let otherVersions = 0
  const client = createApiClient({
    getAccessToken: async () => tokens[0],
    onUnauthorized: async (rejected, code) => {
      refusals.push(code)
      renewals.push(rejected)
      tokens.shift()
      return tokens[0]
    },
    onOtherVersion: () => {
      otherVersions += 1
    },
  })
  return { client, requests, renewals, refusals, otherVersions: () => otherVersions, origin }
}

const rejection = (code: 'antiforgery' | 'entries-closed' | 'unauthenticated' | 'token-refused', status: number) => ({
  status,
  body: { type: problemType(code), title: 'no', status },
})

describe('the API client', () => {
  test('sends the bearer token and parses the response', async () => {
    const { client, requests } = await createHarness({ respond: () => ({ body: { name: 'x' } }) })
    expect(await client.get('/api/user')).toEqual({ name: 'x' })
    expect(requests[0]?.headers.authorization).toBe('Bearer a')
    expect(requests[0]?.headers['x-xsrf-token']).toBeUndefined()
  })

  test('sends no authorization header without a token', async () => {
    const { client, requests } = await createHarness({ tokens: [], respond: () => ({ body: { name: 'x' } }) })
    await client.get('/api/user')
    expect(requests[0]?.headers.authorization).toBeUndefined()
  })

  test('sends neither token to another origin', async () => {
    const foreign: IncomingMessage[] = []
    const other = await startServer((request, response) => {
      foreign.push(request)
      response.end('{"name":"x"}')
    })
    const { client } = await createHarness({ cookies: 'XSRF-TOKEN=secret', respond: () => ({}) })
    await client.send('POST', `${other}/api/entry`, {})
    expect(foreign[0]?.headers.authorization).toBeUndefined()
    expect(foreign[0]?.headers['x-xsrf-token']).toBeUndefined()
  })

  test('sends the XSRF token with a change', async () => {
    const cookies = 'other=1; XSRF-TOKEN=a%3Db.c; XSRF-TOKEN2=no'
    const { client, requests } = await createHarness({ cookies, respond: () => ({ body: { name: 'x' } }) })
    await client.send('PUT', '/api/entry', { id: 1 })
    expect(requests[0]?.method).toBe('PUT')
    expect(requests[0]?.headers['x-xsrf-token']).toBe('a=b.c')
    expect(requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('after a rejected XSRF token, fetches a new one and repeats the change once', async () => {
    const { client, requests } = await createHarness({
      respond: (_request, index) => (index === 0 ? rejection('antiforgery', 403) : { body: { name: 'x' } }),
    })
    expect(await client.send('POST', '/api/entry', {})).toEqual({ name: 'x' })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/entry',
      'GET /_configuration/golf',
      'POST /api/entry',
    ])
  })

  test('an XSRF token that is rejected twice is an error', async () => {
    const { client, requests } = await createHarness({ respond: () => rejection('antiforgery', 403) })
    await expect(client.send('POST', '/api/entry', {})).rejects.toMatchObject({ code: 'antiforgery' })
    expect(requests).toHaveLength(3)
  })

  test('after a rejected access token, renews it once and repeats the call', async () => {
    const { client, requests, renewals } = await createHarness({
      respond: ({ headers }) =>
        headers.authorization === 'Bearer b' ? { body: { name: 'x' } } : rejection('unauthenticated', 401),
    })
    expect(await client.get('/api/user')).toEqual({ name: 'x' })
    expect(renewals).toEqual(['a'])
    expect(requests).toHaveLength(2)
  })

  test('a renewed access token that is also rejected is an error', async () => {
    const { client, requests } = await createHarness({ respond: () => rejection('unauthenticated', 401) })
    await expect(client.get('/api/user')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(requests).toHaveLength(2)
  })

  test('the session learns why an access token was rejected, and the last refusal is the error', async () => {
    const { client, refusals } = await createHarness({ respond: () => rejection('token-refused', 401) })
    await expect(client.get('/api/user')).rejects.toMatchObject({ code: 'token-refused' })
    expect(refusals).toEqual(['token-refused'])
  })

  test('an error has its code, message and fields', async () => {
    const fields = [{ field: 'tiebreakers.0', message: 'is missing' }]
    const { client } = await createHarness({
      respond: () => ({
        status: 400,
        body: {
          type: problemType('validation-failed'),
          title: 'no',
          status: 400,
          detail: 'Look below.',
          fields,
        },
      }),
    })
    await expect(client.send('POST', '/api/entry', {})).rejects.toMatchObject({
      code: 'validation-failed',
      message: 'Look below.',
      fields,
    })
  })

  test.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [429, 'too-many-requests'],
    [500, 'internal-error'],
    [502, 'unavailable'],
    [503, 'unavailable'],
  ])('a bare %i becomes %s', async (status, code) => {
    const { client } = await createHarness({ tokens: [], respond: () => ({ status }) })
    await expect(client.get('/api/user')).rejects.toMatchObject({ code })
  })

  test('a fault of the server has the id of the request, a refusal has none', async () => {
    const { client } = await createHarness({
      respond: ({ url }) => ({ status: url === '/api/user' ? 500 : 404, headers: { 'X-Request-Id': '0123abcd' } }),
    })
    await expect(client.get('/api/user')).rejects.toMatchObject({ requestId: '0123abcd' })
    await expect(client.get('/api/other')).rejects.toMatchObject({ requestId: undefined })
  })

  test('a response that is not JSON, such as the page of a proxy, is unreadable', async () => {
    const { client } = await createHarness({ respond: () => ({}) })
    await expect(client.get('/api/user')).rejects.toMatchObject({ code: 'unreadable' })
  })

  test('a response of another contract version is reported, and the board does not use it', async () => {
    let version = contractVersion
    const { client, otherVersions } = await createHarness({
      respond: () => ({ headers: { [contractVersionHeader]: version }, body: { name: 'x' } }),
    })
    await client.getVersioned('/api/leaderboard/1')
    expect(otherVersions()).toBe(0)
    version = 'another'
    expect(await client.get('/api/user')).toEqual({ name: 'x' })
    await expect(client.getVersioned('/api/leaderboard/1')).rejects.toMatchObject({ code: 'unreadable' })
    expect(otherVersions()).toBe(2)
  })

  test.each([null, 'text', 7])('the board does not use %j', async (body) => {
    const { client } = await createHarness({ respond: () => ({ body }) })
    await expect(client.getVersioned('/api/leaderboard/1')).rejects.toMatchObject({ code: 'unreadable' })
  })

  test('a server that cannot be reached is offline', async () => {
    const { client } = await createHarness({ respond: () => ({}) })
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => fetch('http://127.0.0.1:1/', init))
    await expect(client.get('/api/user')).rejects.toMatchObject({ code: 'offline' })
    await expect(client.get('/api/user', { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    )
  })

  test('a request with a signal of its own times out like any other, but a stream does not', async () => {
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
    const { client } = await createHarness({ respond: () => ({}) })
    const hanging = await startServer(() => undefined)
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, hanging), init))
    const leaving = new AbortController()
    const asked = client.get('/api/seasons', { signal: leaving.signal })
    const streamed = client.requestStream('/api/leaderboard/1/stream', { signal: leaving.signal })
    timeout.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    await expect(asked).rejects.toMatchObject({ code: 'offline' })
    leaving.abort()
    await expect(streamed).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })

  test('sends the ETag and reports an unchanged resource', async () => {
    const { client, requests } = await createHarness({
      respond: ({ headers }) => {
        const shared = { ETag: '"7"', 'Feed-Checked': '2026-11-21T12:00:00Z' }
        return headers['if-none-match'] === '"7"'
          ? { status: 304, headers: shared }
          : { headers: shared, body: { name: 'x' } }
      },
    })
    const first = await client.getVersioned('/api/leaderboard/1')
    expect(first).toMatchObject({ status: 'new', etag: '"7"', body: { name: 'x' } })
    const second = await client.getVersioned('/api/leaderboard/1', { etag: '"7"' })
    expect(second.status).toBe('same')
    expect(second.headers.get('Feed-Checked')).toBe('2026-11-21T12:00:00Z')
    expect(requests).toHaveLength(2)
  })
})
