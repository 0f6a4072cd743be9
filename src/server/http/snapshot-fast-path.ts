import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Authenticator, findBearerToken } from './authenticate.ts'
import { readLimit } from './http-server.ts'
import type { ObserveRequest } from './observed-request.ts'
import { policyTable } from './policy-table.ts'
import type { MemoryRateLimiter } from './rate-limiter.ts'
import { isDeferred, toBodyHeaders, toSharedHeaders } from './send-snapshot.ts'
import {
  type AcceptedEncodings,
  type DeferredRepresentation,
  matchesTag,
  type Negotiate,
  parseAcceptEncoding,
  type Representation,
} from './snapshot.ts'

/** A resource that viewers poll. Its route must send the same snapshot (`sendSnapshot`). */
export type PolledResource = {
  readonly route: string
  /** How to find the snapshot behind a URL; undefined if the URL belongs to another route or nothing is in memory. */
  match(url: string): FindSnapshot | undefined
}

/** The snapshot for one viewer; undefined leaves the request to the route. */
export type FindSnapshot = (viewerId: number) => Negotiate | Promise<Negotiate | undefined>

type Options = {
  resources: readonly PolledResource[]
  authenticator: Pick<Authenticator, 'getCached'>
  limiter: MemoryRateLimiter
  /** The headers of every response with data. */
  securityHeaders: Readonly<Record<string, string>>
  observe?: ObserveRequest | undefined
}

/** The request headers of a connection, parsed once: a browser repeats them with every request. */
type ParsedHeaders = {
  authorization: string | undefined
  acceptEncoding: string | undefined
  token: string | undefined
  accepted: AcceptedEncodings
}

type ResponseHeaders = { full: string[]; notModified: string[] }

/**
 * Responds to the polls of viewers before the framework sees the request, provided that the route admitted the token
 * within the last minute and the rate limit is not reached (docs/security.md, 2.2). Everything else, refusals and failures
 * included, is left to the route through `next`. Both send the same response.
 */
export function createSnapshotFastPath({ resources, authenticator, limiter, securityHeaders, observe }: Options) {
  for (const { route } of resources) requireOpenToUsers(route)
  const responseHeaders = new WeakMap<Representation, ResponseHeaders>()
  const parsedHeaders = new WeakMap<Socket, ParsedHeaders>()

  function parseHeaders({ socket, headers }: IncomingMessage): ParsedHeaders {
    const { authorization } = headers
    const acceptEncoding = headers['accept-encoding']
    const known = parsedHeaders.get(socket)
    if (known && known.authorization === authorization && known.acceptEncoding === acceptEncoding) return known
    const token = findBearerToken(authorization)
    const parsed = { authorization, acceptEncoding, token, accepted: parseAcceptEncoding(acceptEncoding) }
    parsedHeaders.set(socket, parsed)
    return parsed
  }

  function toResponseHeaders(representation: Representation): ResponseHeaders {
    const known = responseHeaders.get(representation)
    if (known) return known
    const shared = { ...securityHeaders, ...toSharedHeaders(representation) }
    const contentLength = { 'Content-Length': String(representation.bytes.length) }
    const made = {
      notModified: Object.entries(shared).flat(),
      full: Object.entries({ ...shared, ...toBodyHeaders(representation), ...contentLength }).flat(),
    }
    responseHeaders.set(representation, made)
    return made
  }

  function sendNotModified(response: ServerResponse, candidate: Representation | DeferredRepresentation): true {
    const headers = isDeferred(candidate)
      ? Object.entries({ ...securityHeaders, ...toSharedHeaders(candidate) }).flat()
      : toResponseHeaders(candidate).notModified
    response.writeHead(304, headers).end()
    return true
  }

  function sendFull(response: ServerResponse, representation: Representation): true {
    response.writeHead(200, toResponseHeaders(representation).full).end(representation.bytes)
    return true
  }

  /** Returns false, without sending anything, if the route has to respond. */
  function trySend(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const find = request.method === 'GET' && findSnapshotOf(request.url ?? '')
    if (!find) return false
    const { token, accepted } = parseHeaders(request)
    const viewer = token && authenticator.getCached(token)
    if (!viewer) return false

    function send(negotiate: Negotiate | undefined): boolean | Promise<boolean> {
      if (!negotiate || !viewer || !limiter.consumeSync(`read:${viewer.user.id}`, readLimit).isAllowed) return false
      const candidate = negotiate(accepted)
      if (matchesTag(request.headers['if-none-match'], candidate.etag)) {
        return sendNotModified(response, candidate)
      }
      if (isDeferred(candidate)) return candidate.compose().then((composed) => sendFull(response, composed))
      return sendFull(response, candidate)
    }

    const found = find(viewer.user.id)
    return found instanceof Promise ? found.then(send) : send(found)
  }

  function findSnapshotOf(url: string): FindSnapshot | undefined {
    for (const resource of resources) {
      const find = resource.match(url)
      if (find) return find
    }
    return undefined
  }

  function observeSent({ url = '' }: IncomingMessage, { statusCode }: ServerResponse, startedAt: number): void {
    const route = resources.find((resource) => resource.match(url))?.route
    if (route === undefined) return
    observe?.({ method: 'GET', route, status: statusCode, seconds: (performance.now() - startedAt) / 1000 })
  }

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = observe ? performance.now() : 0
    const finish = (isSent: boolean) => {
      if (!isSent) next()
      else if (observe) observeSent(request, response, startedAt)
    }
    const sent = trySend(request, response)
    if (sent instanceof Promise) sent.then(finish, () => (response.headersSent ? response.destroy() : next()))
    else finish(sent)
  }
}

/** The fast path skips the route's guard, so it serves only what every signed-in user may read, at the common limit. */
function requireOpenToUsers(route: string): void {
  const policy = policyTable[`GET ${route}`]
  if (policy?.role !== 'user' || policy.isWrite || policy.limit) {
    throw new Error(`${route} is no longer open to every signed-in user, so the fast path must not bypass its guard.`)
  }
}
