import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { problemDetails } from '#contract/problem-details.ts'
import { sendRaw } from '#test/support/raw-request.ts'
import { waitLimitMs } from '#test/support/time-limits.ts'
import { createClientErrorHandler, createNodeServer } from './http-server.ts'

const short = {
  headersTimeout: 100,
  requestTimeout: 200,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 100,
  stalledTimeout: 400,
}
/** Limits of tests that are not about time: on a slow machine, 100 ms may pass before a request is read. */
const long = { ...short, headersTimeout: waitLimitMs, requestTimeout: waitLimitMs }
const securityHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }

let server: Server

async function listen(listener: RequestListener, limits = short): Promise<number> {
  server = createNodeServer(listener, limits)
  server.on('clientError', createClientErrorHandler(securityHeaders))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
afterEach(() => server.close())

async function expectProblem(port: number, text: string, status: number): Promise<void> {
  const response = await sendRaw(port, text)
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  })
  expect(problemDetails.parse(JSON.parse(response.body))).toMatchObject({ status })
}

const echo: RequestListener = (request, response) => void request.pipe(response)

describe('a connection is closed with a problem', () => {
  test.each([
    ['that sends nothing', '', 408],
    ['whose headers do not arrive in time', 'GET / HTTP/1.1\r\nHost: here\r\n', 408],
    ['that does not speak HTTP', 'hello\r\n\r\n', 400],
    ['with a header that is none', 'GET / HTTP/1.1\r\nHost: here\r\nno header\r\n\r\n', 400],
    ['with too many headers', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_what, text, status) => {
    await expectProblem(await listen(echo, status === 408 ? short : long), text, status)
  })

  test('whose body does not arrive in time', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345'
    // The response has not begun: the body comes first.
    const readAll: RequestListener = (request, response) => void request.resume().on('end', () => response.end())
    await expectProblem(await listen(readAll), head, 408)
  })
})

test('a response that the client does not read is given up', async () => {
  const large = Buffer.alloc(64 * 2 ** 20)
  let ended: Promise<unknown> | undefined
  const port = await listen((_request, response) => {
    ended = once(response, 'close')
    response.end(large)
  })
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await once(server, 'request')
  await ended
  expect(server.listening).toBe(true)
  socket.destroy()
})
