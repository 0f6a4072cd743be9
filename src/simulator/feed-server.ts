import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { corruptBody, type FeedFault, isFeedFault, redirectPrefix, respondWithFault } from './feed-faults.ts'
import { toSimulatedImage } from './simulated-images.ts'

/** `previous` is an older body. */
export type Which = 'current' | 'previous'

/** The bodies that a feed serves: those of a simulated tournament or of a folder of recordings. */
export type FeedSource = {
  readonly eventId: string
  /** The leaderboard body as JSON text. */
  readonly leaderboard: (which: Which) => string
  /** The leaderboard body of another event; undefined if there is none. */
  readonly otherLeaderboard?: (eventId: string) => string | undefined
  /** A player summary as JSON text; undefined for a golfer who is not in the field. */
  readonly summary: (espnId: string, which: Which) => string | undefined
  /** The scoreboard with the calendar of a year or of the weeks around the event, as JSON text. Undefined without one. */
  readonly calendar?: (year: string | null) => string
  /** A world ranking, as JSON text. */
  readonly ranking?: () => string
  /** The response of `GET /simulator`. */
  readonly describe: () => object
  /** Runs `POST /simulator/{action}/{value}`; false for an unknown action or value. */
  readonly control: (action: string, value: string) => boolean
}

export type FeedServerOptions = {
  /** The delay of the fault `slow`. */
  readonly slowMs?: number
}

export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>

const basePath = '/apis/site/v2/sports/golf'
/** Another address of the same feed, without its faults. */
const secondPrefix = '/second'
const rankingPath = '/api/owgr/rankings/getRankings'
const maxRecordedAddresses = 200

/** Serves a source in the feed's wire format, on 127.0.0.1. */
export async function startFeedServer(source: FeedSource, options: FeedServerOptions = {}) {
  let fault: FeedFault | null = null
  const { recordRequest, ...requests } = recordRequests()
  const delays = new Set<NodeJS.Timeout>()
  const setFault: SetFault = (next) => {
    fault = next
  }

  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (/^\/simulator(\/|$)/.test(address.pathname)) {
      const isUnderstood = control(source, setFault, request.method, address.pathname)
      response.writeHead(isUnderstood ? 200 : 404, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(describe(), null, 2))
    }
    recordRequest(address)
    const active = address.pathname.startsWith(secondPrefix) ? undefined : (fault ?? undefined)
    if (respondWithFault(active, request, response)) return
    const answer = () => respond(source, active, { address, request, response })
    if (active !== 'slow') return answer()
    const delay = setTimeout(() => {
      delays.delete(delay)
      answer()
    }, options.slowMs ?? 30_000)
    delays.add(delay)
  })
  const describe = () => ({ ...source.describe(), fault, requests: Object.fromEntries(requests.counts) })

  const origin = await listen(server)
  async function close(): Promise<void> {
    for (const delay of delays) clearTimeout(delay)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  return {
    /** The value for FEED_URL. */
    url: origin + basePath,
    /** Another value for FEED_URL, at which the feed has no faults. */
    secondUrl: origin + secondPrefix + basePath,
    origin,
    /** The value for RANKING_URL. */
    rankingUrl: origin + rankingPath,
    eventId: source.eventId,
    faults: { set: setFault, get: () => fault },
    requests,
    close,
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port was given'))
      resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}

/** The requests received, including those answered with a fault. */
function recordRequests() {
  /** Requests by path, without base path and query: `/leaderboard`. */
  const counts = new Map<string, number>()
  /** The latest paths with their queries, oldest first; at most 200. */
  const addresses: string[] = []
  function recordRequest({ pathname, search }: URL): void {
    const path = pathname.replace(basePath, '')
    counts.set(path, (counts.get(path) ?? 0) + 1)
    addresses.push(path + search)
    if (addresses.length > maxRecordedAddresses) addresses.shift()
  }
  function clear(): void {
    counts.clear()
    addresses.length = 0
  }
  return { counts, addresses, clear, recordRequest }
}

function respond(
  source: FeedSource,
  fault: FeedFault | undefined,
  { address, request, response }: { address: URL; request: IncomingMessage; response: ServerResponse },
): void {
  const which = fault === 'older-body' ? 'previous' : 'current'
  const path = address.pathname.replace(redirectPrefix, '').replace(secondPrefix, '')
  const image = toSimulatedImage(path)
  if (request.method === 'GET' && image !== undefined) {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': image.length }).end(image)
    return
  }
  const text = findBody(source, path, address.searchParams, which)
  if (request.method !== 'GET' || text === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 404, message: 'Not Found' }))
    return
  }
  send(request, response, corruptBody(fault, text), fault === 'half-body')
}

function findBody(source: FeedSource, path: string, query: URLSearchParams, which: Which): string | undefined {
  if (path === `${basePath}/leaderboard`) {
    const event = query.get('event')
    if (event === null || event === source.eventId) return source.leaderboard(which)
    return source.otherLeaderboard?.(event)
  }
  if (path === `${basePath}/pga/leaderboard/${source.eventId}/playersummary`) {
    return source.summary(query.get('player') ?? '', which)
  }
  if (path === `${basePath}/pga/scoreboard`) return source.calendar?.(query.get('dates'))
  return path === rankingPath ? source.ranking?.() : undefined
}

/** If it `isCutShort`, Content-Length is that of the whole body, and the connection is closed halfway through it. */
function send(request: IncomingMessage, response: ServerResponse, text: string, isCutShort: boolean): void {
  const isZipped = request.headers['accept-encoding']?.includes('gzip') === true
  const body = isZipped ? gzipSync(text, { level: 1 }) : Buffer.from(text)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'max-age=2',
    'access-control-allow-origin': '*',
    ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
  })
  if (isCutShort) response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroy())
  else response.end(body)
}

type SetFault = (fault: FeedFault | null) => void

/** `GET /simulator` describes; `POST /simulator/fault/html`, `/simulator/fault/none` and the source's actions act. */
function control(source: FeedSource, setFault: SetFault, method: string | undefined, path: string): boolean {
  const [, , action, value] = path.split('/')
  if (action === undefined) return method === 'GET'
  if (method !== 'POST' || value === undefined) return false
  if (action !== 'fault') return source.control(action, decodeURIComponent(value))
  if (value !== 'none' && !isFeedFault(value)) return false
  setFault(value === 'none' ? null : value)
  return true
}
