import type { ClientRequest } from 'node:http'

/** Resolves once a request without an agent is connected, with TLS if it uses it. Never rejects. */
export function waitForConnection(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    request.once('socket', (socket) => {
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => resolve())
    })
  })
}
