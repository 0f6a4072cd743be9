import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections ahead of what they will ask. To Node they are not idle, since a first request may be under
 * way, so a server that stops would wait for each of them.
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
