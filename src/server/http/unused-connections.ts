import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections in advance. Node does not count a connection without any request as idle, so a server that
 * stops would wait for it.
 */
export function trackUnusedConnections(server: Server): { end(): void } {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    end() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
