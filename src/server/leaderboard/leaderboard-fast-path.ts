import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { feedCheckedHeader, routePaths } from '#contract/paths.ts'
import { type Authenticator, findBearerToken } from '../http/authenticate.ts'
import { readLimit } from '../http/http-server.ts'
import { policyTable } from '../http/policy-table.ts'
import type { MemoryRateLimiter } from '../http/rate-limiter.ts'
import { snapshotHeaders } from '../http/send-snapshot.ts'
import { chooseEncoding, type Encoding, matchesTag } from '../http/snapshot.ts'
import type { LatestLeaderboard } from './leaderboard-cache.ts'
import type { LeaderboardHub } from './leaderboard-hub.ts'

type Options = {
  hub: LeaderboardHub
  authenticator: Authenticator
  limiter: MemoryRateLimiter
  /** The headers of every data response. */
  securityHeaders: Readonly<Record<string, string>>
}

/** Parsed once per connection: a browser repeats its headers. */
type ParsedHeaders = {
  authorization: string | undefined
  acceptEncoding: string | undefined
  token: string | undefined
  encoding: Encoding
}

type PreparedHeaders = { etag: string; fullHeaders: string[]; notModifiedHeaders: string[] }

const pathPattern = new RegExp(`^${routePaths.leaderboard.replace(':tournamentId', '([1-9]\\d{0,14})')}$`)

/**
 * Serves the most frequent request, "is there a newer leaderboard?", before the framework sees it, if the token is
 * cached as valid, the rate limit is not reached and the leaderboard is in memory. Otherwise it returns false and the
 * route handles the request, refusals included. Both send the same response.
 */
export function createLeaderboardFastPath({ hub, authenticator, limiter, securityHeaders }: Options) {
  if (policyTable[`GET ${routePaths.leaderboard}`]?.role !== 'user') {
    throw new Error(
      'The leaderboard route is no longer open to every signed-in user, so the fast path must not bypass its guard.',
    )
  }
  const prepared = new WeakMap<LatestLeaderboard, Partial<Record<Encoding, PreparedHeaders>>>()

  function getHeaders(board: LatestLeaderboard, encoding: Encoding): PreparedHeaders {
    const byEncoding = prepared.get(board) ?? {}
    prepared.set(board, byEncoding)
    byEncoding[encoding] ??= createHeaders(board, encoding)
    return byEncoding[encoding]
  }

  function createHeaders({ snapshot, feedChecked }: LatestLeaderboard, encoding: Encoding): PreparedHeaders {
    const { bytes, etag } = snapshot[encoding]
    const { sharedHeaders, bodyHeaders } = snapshotHeaders(snapshot, encoding)
    const headers = {
      ...securityHeaders,
      ...(feedChecked && { [feedCheckedHeader]: feedChecked }),
      ...sharedHeaders,
    }
    return {
      etag,
      notModifiedHeaders: Object.entries(headers).flat(),
      fullHeaders: Object.entries({
        ...headers,
        ...bodyHeaders,
        'Content-Length': String(bytes.length),
      }).flat(),
    }
  }

  const parsedHeaders = new WeakMap<Socket, ParsedHeaders>()

  function parseHeaders({ socket, headers }: IncomingMessage): ParsedHeaders {
    const { authorization } = headers
    const acceptEncoding = headers['accept-encoding']
    const last = parsedHeaders.get(socket)
    if (last && last.authorization === authorization && last.acceptEncoding === acceptEncoding) return last
    const token = findBearerToken(authorization)
    const parsed = { authorization, acceptEncoding, token, encoding: chooseEncoding(acceptEncoding) }
    parsedHeaders.set(socket, parsed)
    return parsed
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET') return false
    const id = pathPattern.exec(request.url ?? '')?.[1]
    const board = id && hub.getCached(Number(id))
    if (!board) return false
    const { token, encoding } = parseHeaders(request)
    const owner = token && authenticator.getCached(token)
    if (!owner || !limiter.consumeSync(`read:${owner.user.id}`, readLimit).allowed) return false

    const { etag, fullHeaders, notModifiedHeaders } = getHeaders(board, encoding)
    if (matchesTag(request.headers['if-none-match'], etag)) response.writeHead(304, notModifiedHeaders).end()
    else response.writeHead(200, fullHeaders).end(board.snapshot[encoding].bytes)
    return true
  }
}
