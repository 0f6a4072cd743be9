import type { Socket } from 'node:net'
import type { HttpServer } from './http-server.ts'

/** Open requests are aborted after this time. */
const requestGraceMs = 5000
const pollMs = 50

/** Closes a server after its open requests. Call this before it listens, and the result to close it. */
export function createServerClose(server: HttpServer): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function closeIdle(): void {
    server.server.closeIdleConnections()
    // Browsers open connections in advance. Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async () => {
    // A connection whose request has been answered is idle again.
    const closing = setInterval(closeIdle, pollMs)
    const abort = setTimeout(() => server.server.closeAllConnections(), requestGraceMs)
    await server.close()
    clearInterval(closing)
    clearTimeout(abort)
  }
}
