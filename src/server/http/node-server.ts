import { createServer, type RequestListener, type Server } from 'node:http'

/** docs/security.md, 4.3. */
export const connectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often Node checks the two timeouts above. */
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 72_000,
  /** Nothing is sent or received: the client has stopped reading. Streams send a heartbeat twice as often. */
  stalledTimeout: 40_000,
}

/** The server below the framework. Clients that are too slow lose their connection. */
export function createNodeServer(
  listener: RequestListener,
  { stalledTimeout, ...limits }: typeof connectionLimits = connectionLimits,
): Server {
  // The framework refuses requests without Host: Node would do it without our headers.
  const server = createServer({ ...limits, requireHostHeader: false }, listener)
  server.setTimeout(stalledTimeout)
  return server
}
