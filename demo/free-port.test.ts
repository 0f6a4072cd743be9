import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { startOnPort } from './free-port.ts'

/** Fails like `listen` with these ports taken, and returns the ports that it was called with. */
function failing(taken: number, message: (port: number) => string) {
  const tried: number[] = []
  const start = async (port: number) => {
    tried.push(port)
    if (tried.length <= taken) throw new Error(message(port))
    return port
  }
  return { tried, start }
}

it.each([
  ['a server of this process', (port: number) => `listen EADDRINUSE: address already in use 127.0.0.1:${port}`],
  ['our server as a process', (port: number) => `It ended:\nPort ${port} of 127.0.0.1 is in use. Stop the program …`],
  ['nginx', (port: number) => `nginx: [emerg] bind() to 127.0.0.1:${port} failed (98: Address already in use)`],
  ['Caddy', (port: number) => `Error: loading: listen tcp :${port}: bind: address already in use`],
  ['PostgreSQL', () => 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'],
])('%s starts on another port if its own is in use', async (_name, message) => {
  const { tried, start } = failing(2, message)
  expect(await startOnPort(start)).toBe(tried[2])
  expect(new Set(tried).size).toBe(3)
})

it('any other fault is thrown at once, and a port that is in use again and again in the end', async () => {
  const other = failing(1, () => 'The database is down.')
  await expect(startOnPort(other.start)).rejects.toThrow('The database is down.')
  expect(other.tried).toHaveLength(1)
  const never = failing(1000, (port) => `address already in use 127.0.0.1:${port}`)
  await expect(startOnPort(never.start)).rejects.toThrow('address already in use')
  expect(never.tried).toHaveLength(20)
})

it('a server gets as many ports as it asks for, which nobody else gets while it is stopped', async () => {
  const ports = await Promise.all(
    Array.from({ length: 50 }, () => startOnPort(async (one, other) => [one ?? 0, other ?? 0])),
  )
  expect(new Set(ports.flat()).size).toBe(100)
  for (const port of ports.flat().slice(0, 10)) {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  }
})
