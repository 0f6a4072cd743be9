import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createConnectionDrain } from './connection-drain.ts'

const hour = 3_600_000
const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  const drain = createConnectionDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    drain,
    stopsListening: async () => {
      while (server.listening) await new Promise(setImmediate)
    },
    async connect() {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      await once(socket, 'connect')
      return socket
    },
  }
}

async function ask(socket: Socket): Promise<string> {
  socket.write(request)
  const [text] = await once(socket, 'data')
  return String(text)
}

test('a request on an open connection is answered while the server stops, and ends the connection', async () => {
  const server = await serve((_request, response) => void response.end('hello'))
  const socket = await server.connect()
  expect(await ask(socket)).toContain('Connection: keep-alive')
  const stopped = server.drain.stop(hour)
  await server.stopsListening()
  const closed = once(socket, 'close')
  expect(await ask(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*hello/)
  await closed
  await stopped
  await expect(server.connect()).rejects.toThrow('ECONNREFUSED')
})

test('a request that is being answered does not end the connection: the next one is answered as well', async () => {
  let isFirst = true
  const arrived = Promise.withResolvers<() => void>()
  const server = await serve((_request, response) => {
    if (isFirst) arrived.resolve(() => response.end('hello'))
    else response.end('hello')
    isFirst = false
  })
  const socket = await server.connect()
  const first = ask(socket)
  const respond = await arrived.promise
  const stopped = server.drain.stop(hour)
  await server.stopsListening()
  respond()
  expect(await first).toContain('Connection: keep-alive')
  expect(await ask(socket)).toContain('Connection: close')
  await stopped
})

test('idle and unused connections are closed after their grace period', async () => {
  const server = await serve((_request, response) => void response.end('hello'))
  const [unused, idle] = [await server.connect(), await server.connect()]
  await ask(idle)
  const closed = [unused, idle].map((socket) => once(socket.resume(), 'close'))
  await server.drain.stop(1)
  await Promise.all(closed)
})

test('a connection that the system has established is accepted first', async () => {
  const server = await serve((_request, response) => void response.end('hello'))
  const sockets = await Promise.all(Array.from({ length: 20 }, () => server.connect()))
  const stopped = server.drain.stop(hour)
  const answers = await Promise.all(sockets.map(ask))
  expect(answers.filter((answer) => answer.includes('200 OK'))).toHaveLength(20)
  for (const socket of sockets) socket.destroy()
  await stopped
})

test('a server that does not listen has nothing to stop', async () => {
  await createConnectionDrain(createServer()).stop(hour)
})
