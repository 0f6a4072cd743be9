import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { startOnPort } from '#demo/free-port.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'

/** A TCP proxy in front of the database, which simulates outages. */
export type DatabaseProxy = {
  /** The settings of a connection through the proxy. */
  readonly config: DatabaseConfig
  /** Open connections, forwarded or not. */
  connections(): number
  /** Closes all connections and refuses new ones, like a stopped server. */
  stop(): Promise<void>
  /** Forwards connections again. */
  start(): Promise<void>
  /** Accepts new connections but does not respond until it is started again. */
  hold(): void
  /** Open connections stay open but carry nothing more, as if the other machine had lost power. New ones work. */
  silence(): void
  close(): Promise<void>
}

export async function startDatabaseProxy(config: DatabaseConfig): Promise<DatabaseProxy> {
  if (config.kind !== 'postgres') throw new Error('Only a database server can go away.')
  const target = new URL(config.url)
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  /** Each stops forwarding one connection. */
  const forwarded: (() => void)[] = []
  const silenced: Socket[] = []
  let isHolding = false

  const server = createServer((client) => {
    track(client)
    if (isHolding) held.push(() => forward(client))
    else forward(client)
  })

  function track(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }

  function forward(client: Socket): void {
    const upstream = connectTo(Number(target.port), target.hostname)
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    const closeUpstream = () => upstream.destroy()
    client.on('close', closeUpstream)
    client.pipe(upstream).pipe(client)
    forwarded.push(() => {
      client.off('close', closeUpstream).unpipe(upstream)
      upstream.unpipe(client)
      silenced.push(upstream)
    })
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  }

  const port = await startOnPort(listen)
  const url = new URL(target)
  url.port = String(port)

  async function stop(): Promise<void> {
    isHolding = false
    held.length = 0
    const stopped = new Promise((resolve) => server.close(resolve))
    for (const socket of [...sockets, ...silenced.splice(0)]) socket.destroy()
    await stopped
  }

  return {
    config: { kind: 'postgres', url: url.href },
    connections: () => sockets.size,
    stop,
    async start() {
      isHolding = false
      for (const release of held.splice(0)) release()
      if (!server.listening) await listen(port)
    },
    hold() {
      isHolding = true
    },
    silence() {
      for (const stopForwarding of forwarded.splice(0)) stopForwarding()
    },
    close: stop,
  }
}
