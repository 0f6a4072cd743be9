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
  /** Those that stand in every answer with data. */
  securityHeaders: Readonly<Record<string, string>>
}

/** What a connection has said last, read once: a browser says the same each time. */
type ParsedHeaders = {
  authorization: string | undefined
  acceptEncoding: string | undefined
  token: string | undefined
  encoding: Encoding
}

type PreparedHeaders = { etag: string; fullHeaders: string[]; unchanged: string[] }

const address = new RegExp(`^${routePaths.leaderboard.replace(':tournamentId', '([1-9]\\d{0,14})')}$`)

/**
 * Answers the one question that every viewer asks again and again, "is there a newer leaderboard?", before the
 * framework sees it: where the token was let in by the guarded route within the minute, the limit is not reached and
 * the leaderboard is in memory. In every other case, refusals included, it leaves the request alone (false) and the
 * route answers. Both give the same answer.
 */
export function createLeaderboardFastPath({ hub, authenticator, limiter, securityHeaders }: Options) {
  if (policyTable[`GET ${routePaths.leaderboard}`]?.role !== 'user') {
    throw new Error(
      'The leaderboard route is no longer open to every signed-in user, so the fast path must not bypass its guard.',
    )
  }
  const ready = new WeakMap<LatestLeaderboard, Partial<Record<Encoding, PreparedHeaders>>>()

  function headersOf(board: LatestLeaderboard, encoding: Encoding): PreparedHeaders {
    const made = ready.get(board) ?? {}
    ready.set(board, made)
    made[encoding] ??= makeHeaders(board, encoding)
    return made[encoding]
  }

  function makeHeaders({ snapshot, feedChecked }: LatestLeaderboard, encoding: Encoding): PreparedHeaders {
    const { bytes, etag } = snapshot[encoding]
    const { sharedHeaders, bodyHeaders } = snapshotHeaders(snapshot, encoding)
    const unchanged = {
      ...securityHeaders,
      ...(feedChecked && { [feedCheckedHeader]: feedChecked }),
      ...sharedHeaders,
    }
    return {
      etag,
      unchanged: Object.entries(unchanged).flat(),
      fullHeaders: Object.entries({
        ...unchanged,
        ...bodyHeaders,
        'Content-Length': String(bytes.length),
      }).flat(),
    }
  }

  const parsedHeaders = new WeakMap<Socket, ParsedHeaders>()

  function readSaid({ socket, headers }: IncomingMessage): ParsedHeaders {
    const { authorization } = headers
    const acceptEncoding = headers['accept-encoding']
    const known = parsedHeaders.get(socket)
    if (known && known.authorization === authorization && known.acceptEncoding === acceptEncoding)
      return known
    const token = findBearerToken(authorization)
    const read = { authorization, acceptEncoding, token, encoding: chooseEncoding(acceptEncoding) }
    parsedHeaders.set(socket, read)
    return read
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET') return false
    const id = address.exec(request.url ?? '')?.[1]
    const board = id && hub.getCached(Number(id))
    if (!board) return false
    const { token, encoding } = readSaid(request)
    const owner = token && authenticator.getCached(token)
    if (!owner || !limiter.consumeSync(`read:${owner.user.id}`, readLimit).allowed) return false

    const { etag, fullHeaders, unchanged } = headersOf(board, encoding)
    if (matchesTag(request.headers['if-none-match'], etag)) response.writeHead(304, unchanged).end()
    else response.writeHead(200, fullHeaders).end(board.snapshot[encoding].bytes)
    return true
  }
}
