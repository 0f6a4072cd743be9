import { randomBytes } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyTypeProvider,
  LogController,
  type RouteOptions,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { identityPrefixes, isBelow, requestIdHeader, routePaths } from '#contract/paths.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type Authenticator, authenticate, callerId } from './authenticate.ts'
import { problemHeaders, sendProblem } from './error-handler.ts'
import { type Policy, policyTable } from './policy-table.ts'
import { Problem } from './problem.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { pathOf, toRoutedUrl } from './routed-url.ts'
import { type SecurityHeaders, toResponseKind } from './security-headers.ts'
import { rejectCrossSite, rejectNavigation, type Xsrf } from './xsrf.ts'

type Readonlys<T> = T extends object ? { readonly [Key in keyof T]: Readonlys<T[Key]> } : T

/** A response is only serialised, so what a route returns may be readonly. */
interface TypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.core.$ZodType ? Readonlys<z.output<this['schema']>> : unknown
}

export type HttpServer = FastifyInstance<Server, IncomingMessage, ServerResponse, Log, TypeProvider>

/** Called for each response. `route` is the pattern that matched, never the URL, so that metric labels have few values. */
export type ObserveRequest = (request: { method: string; route: string; status: number; seconds: number }) => void

type Options = {
  publicUrl: string
  securityHeaders: SecurityHeaders
  trustedProxies: number
  log: Log
  authenticator: Authenticator
  xsrf: Xsrf
  /** Reads are counted per process; writes and routes with their own limit are counted for all processes together. */
  limiters: { reads: RateLimiter; writes: RateLimiter }
  observe?: ObserveRequest | undefined
}

export const readLimit = { points: 300, seconds: 300 }
export const writeLimit = { points: 30, seconds: 60 }

/** The HTTP server with what applies to every route. `app/routes` adds the routes. */
export function createHttpServer(options: Options): HttpServer {
  const server = Fastify({
    loggerInstance: options.log,
    // A slow machine takes longer than the framework's ten seconds to start, and starting again does not help.
    pluginTimeout: 0,
    // Never the client's: it could repeat another's.
    genReqId: () => randomBytes(6).toString('hex'),
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts our own proxies only: clients can write the rest of X-Forwarded-For (docs/security.md, 4.4).
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // HEAD would run GET handlers, and two of those change something (docs/security.md, 3.5).
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => toRoutedUrl(url),
    // Every parameter has a schema with a length. The router's own limit would answer without the error handler.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: createClientErrorHandler(options.securityHeaders.data),
    // A URL that the router cannot read reaches neither the hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply, options.securityHeaders.data)
      sendProblem(error, request, reply)
    },
    // Requests that arrive while the server is stopping are answered normally.
    return503OnClosing: false,
    serverFactory: (listener) => createNodeServer(listener),
  }).withTypeProvider<TypeProvider>()
  // The API accepts JSON only; the framework would also parse plain text.
  server.removeContentTypeParser('text/plain')
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(sendProblem)

  server.register(cookie)
  guardRoutes(server, options)
  sendSecurityHeaders(server, options.securityHeaders)
  requireHost(server)
  logRequests(server)
  if (options.observe) observeRequests(server, options.observe)
  return server
}

/** Guards every API route by its entry in the policy table, and requires one entry per route. */
function guardRoutes(server: HttpServer, options: Options): void {
  const unregistered = new Set(Object.keys(policyTable))

  server.addHook('onRoute', (route: RouteOptions) => {
    if (isBelow(route.url, identityPrefixes)) return
    const key = `${String(route.method)} ${route.url}`
    const policy = policyTable[key]
    if (!policy) throw new Error(`The policy table has no entry for ${key}.`)
    unregistered.delete(key)
    route.onRequest = [(request: FastifyRequest) => guard(request, policy, options)]
  })

  server.addHook('onReady', async () => {
    if (unregistered.size > 0) throw new Error(`No route is registered for ${[...unregistered].join(', ')}.`)
  })
}

async function guard(request: FastifyRequest, policy: Policy, options: Options): Promise<void> {
  if (policy.isWrite) {
    rejectCrossSite(request, options.publicUrl)
    rejectNavigation(request)
  }
  await authenticate(request, policy, options.authenticator)
  if (policy.isWrite && request.method !== 'GET') options.xsrf.check(request)
  if (policy.role !== 'anyone') await enforceRateLimit(request, policy, options.limiters)
}

async function enforceRateLimit(request: FastifyRequest, policy: Policy, limiters: Options['limiters']): Promise<void> {
  const { name, limit, limiter } = findLimit(policy, limiters)
  const { isAllowed, retryAfterSeconds } = await limiter.consume(`${name}:${callerId(request)}`, limit)
  if (!isAllowed) throw new Problem('too-many-requests', { retryAfterSeconds })
}

function findLimit({ limit, isWrite }: Policy, { writes, reads }: Options['limiters']) {
  if (limit) return { name: `call:${limit.name}`, limit, limiter: writes }
  if (isWrite) return { name: 'write', limit: writeLimit, limiter: writes }
  return { name: 'read', limit: readLimit, limiter: reads }
}

function sendSecurityHeaders(server: HttpServer, headers: SecurityHeaders): void {
  server.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply, headers[toResponseKind(request.routeOptions.url ?? pathOf(request.url))])
    done()
  })
}

/** Sets headers on the raw response, so that responses that the provider writes itself have them too. */
function setHeaders({ id }: FastifyRequest, { raw }: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value)
  raw.setHeader(requestIdHeader, id)
}

/** RFC 9112, 3.2: one Host, the same as in an absolute URL. It decides nothing here (docs/security.md, 4.4). */
function requireHost(server: HttpServer): void {
  server.addHook('onRequest', ({ raw, originalUrl }, _reply, done) => {
    const [host, ...others] = raw.headersDistinct['host'] ?? []
    const [, target] = /^https?:\/\/([^/?#]*)/i.exec(originalUrl) ?? []
    const isValid = host === undefined ? raw.httpVersion === '1.0' : others.length === 0 && /^[^\s,/?#@\\]+$/.test(host)
    const isSame = target === undefined || host === undefined || target.toLowerCase() === host.toLowerCase()
    done(isValid && isSame ? undefined : new Problem('bad-request'))
  })
}

function logRequests(server: HttpServer): void {
  if (!server.log.isLevelEnabled('debug')) return
  server.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request completed',
    )
  })
}

/** A stream has no latency: it lasts until one side closes it. */
function observeRequests(server: HttpServer, observe: ObserveRequest): void {
  server.addHook('onResponse', async ({ method, url, routeOptions }, { statusCode: status, elapsedTime }) => {
    const route = routeOptions.url ?? `(${toResponseKind(pathOf(url))})`
    if (route !== routePaths.leaderboardStream) observe({ method, route, status, seconds: elapsedTime / 1000 })
  })
}

const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Responds to what never becomes a request: text that is not HTTP, too many headers, or a request that takes too long
 * (docs/security.md, 4.1 and 4.3).
 */
export function createClientErrorHandler(securityHeaders: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A response that has begun cannot be replaced. Node itself finds it by `_httpMessage`.
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(toText(new Problem(codes[error.code ?? ''] ?? 'bad-request'), securityHeaders))
  }
}

function toText(problem: Problem, securityHeaders: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(problem.toDetails())
  const headers = {
    ...securityHeaders,
    ...problemHeaders,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n')
}

/** docs/security.md, 4.3. */
const connectionLimits = {
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
  // An expectation that is unknown may be ignored (RFC 9110, 10.1.1). Node would refuse it without our headers.
  server.on('checkExpectation', listener)
  server.setTimeout(stalledTimeout)
  return server
}
