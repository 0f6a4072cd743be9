import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Grace period before open requests are aborted. */
const requestGraceMs = 5000
/** Grace period for a server that is flooded with new connections. */
const acceptGraceMs = 2000
const pollMs = 20

export type ConnectionDrain = {
  /**
   * Stops listening, and resolves when all connections have ended. Requests that arrive on open connections are still
   * answered; each of these responses is the last of its connection. Connections that stay idle for `idleGraceMs` are
   * closed: a client may be sending a request at that moment, so closing them immediately would reset it.
   */
  stop(idleGraceMs: number): Promise<void>
}

export function createConnectionDrain(server: Server): ConnectionDrain {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function closeIdle(): void {
    server.closeIdleConnections()
    // Browsers open connections in advance. Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Closing the listener resets connections that the system has established and the server has not accepted yet. Node
   * accepts one in each turn of the event loop, so a turn without any means that none is left.
   */
  async function acceptPending(): Promise<void> {
    const deadline = Date.now() + acceptGraceMs
    let hasAccepted = false
    const noteConnection = () => {
      hasAccepted = true
    }
    server.on('connection', noteConnection)
    // The first turn may have begun before the call.
    for (let turnsWithout = 0; turnsWithout < 2 && Date.now() < deadline; ) {
      hasAccepted = false
      await yieldToEventLoop()
      turnsWithout = hasAccepted ? 0 : turnsWithout + 1
    }
    server.off('connection', noteConnection)
  }

  return {
    async stop(idleGraceMs) {
      if (!server.listening) return
      await acceptPending()
      const closed = once(server, 'close')
      server.prependListener('request', endConnection)
      // The server's own `close` would close idle connections immediately.
      NetServer.prototype.close.call(server)
      await Promise.race([closed, delay(idleGraceMs, undefined, { ref: false })])
      const closing = setInterval(closeIdle, pollMs)
      const abort = setTimeout(() => server.closeAllConnections(), requestGraceMs)
      await closed
      clearInterval(closing)
      clearTimeout(abort)
    },
  }
}

function endConnection(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
}
