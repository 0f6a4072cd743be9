import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { startOnPort } from '#demo/free-port.ts'
import type { App } from '#server/app/app.ts'

/** An address of browsers, which leads to one app at a time. */
export type BrowserAddress = {
  port: number
  /** Connections to the app before are closed. Once this one is closed, connections are refused. */
  leadTo(app: App): Promise<void>
  close(): void
}

const byPort = new Map<number, BrowserAddress>()

/**
 * Browsers keep what they have compiled by address: at a new one a page takes twice as long. So the instances of a
 * worker take turns at the same address.
 */
export async function openBrowserAddress(): Promise<BrowserAddress> {
  let current: App | undefined
  const known = new WeakSet<App>()
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (current) current.server.server.emit('connection', socket)
    else socket.destroy()
  })

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  }

  function disconnect(): void {
    for (const socket of sockets) socket.destroy()
  }

  const port = await startOnPort(listen)
  const address: BrowserAddress = {
    port,
    async leadTo(app) {
      disconnect()
      current = app
      if (!known.has(app)) app.server.server.once('close', () => current === app && server.close())
      known.add(app)
      if (!server.listening) await listen(port)
    },
    close() {
      disconnect()
      server.close()
      byPort.delete(port)
    },
  }
  byPort.set(port, address)
  return address
}

/** After the app of an address has been started again. */
export async function leadAddressTo(app: App): Promise<void> {
  await byPort.get(Number(new URL(app.config.publicUrl).port))?.leadTo(app)
}
