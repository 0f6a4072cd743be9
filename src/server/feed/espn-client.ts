import * as z from 'zod/mini'
import { athleteId, eventId as eventIdSchema } from '#contract/values.ts'
import { FeedError } from './feed-error.ts'

export type FeedResponse = {
  readonly body: unknown
  /** Strictly later than that of every earlier request, even when the clock stands still or is set back. */
  readonly requestedAt: Date
}

export type PlayerSummaryRequest = {
  readonly eventId: string
  readonly athleteId: string
  /** The year of the season. */
  readonly season: number
}

export type EspnClient = {
  /** Throws `FeedError`. Concurrent calls for the same event share one request. */
  getLeaderboard(eventId: string): Promise<FeedResponse>
  /** Throws `FeedError`. Concurrent calls for the same golfer share one request. */
  getPlayerSummary(request: PlayerSummaryRequest): Promise<FeedResponse>
}

export type EspnClientOptions = {
  /** Set by the operator. User input adds only digits to the path and query (docs/security.md, 9). */
  readonly baseUrl: string
  readonly now: () => Date
  /** For the whole response, headers and body. */
  readonly deadlineMs?: number
  /** Counted after decompression. */
  readonly maxBytes?: number
}

const mebibyte = 2 ** 20

// The feed has refused clients that do not look like a browser.
export const feedUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const headers = { accept: 'application/json', 'accept-language': 'en-US,en;q=0.9', 'user-agent': feedUserAgent }

export function createEspnClient(options: EspnClientOptions): EspnClient {
  const { now, deadlineMs = 3000, maxBytes = 4 * mebibyte } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const inFlight = new Map<string, Promise<FeedResponse>>()
  let lastRequestedAt = Number.NEGATIVE_INFINITY

  function nextRequestTime(): Date {
    lastRequestedAt = Math.max(now().getTime(), lastRequestedAt + 1)
    return new Date(lastRequestedAt)
  }

  async function request(path: string, query: Record<string, string>): Promise<FeedResponse> {
    const requestedAt = nextRequestTime()
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return { body: await getJson(url, { deadlineMs, maxBytes }), requestedAt }
  }

  function singleFlight(key: string, send: () => Promise<FeedResponse>): Promise<FeedResponse> {
    const running = inFlight.get(key)
    if (running) return running
    const started = send().finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }

  return {
    async getLeaderboard(eventId) {
      requireId(eventIdSchema, eventId)
      const query = { league: 'pga', region: 'us', lang: 'en', event: eventId, showAirings: 'true' }
      return singleFlight(eventId, () => request('/leaderboard', query))
    },

    async getPlayerSummary({ eventId, athleteId: player, season }) {
      requireId(eventIdSchema, eventId)
      requireId(athleteId, player)
      const path = `/pga/leaderboard/${eventId}/playersummary`
      const query = () => ({ season: String(season), player, _: String(now().getTime()) })
      return singleFlight(`${eventId}/${player}`, () => request(path, query()))
    },
  }
}

/** The leaderboard of whatever is played now, to find out whether the feed answers. Throws `FeedError`. */
export function getCurrentLeaderboard(baseUrl: string, deadlineMs: number): Promise<unknown> {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/leaderboard?league=pga&region=us&lang=en`)
  return getJson(url, { deadlineMs, maxBytes: 4 * mebibyte })
}

/** The routes have checked it too; this is the last check before it becomes part of a URL. */
function requireId(schema: z.ZodMiniType, id: string): void {
  if (!z.safeParse(schema, id).success) throw new FeedError('invalid', 'A feed ID must consist of 4 to 12 digits.')
}

async function getJson(url: URL, limits: { deadlineMs: number; maxBytes: number }): Promise<unknown> {
  const deadline = AbortSignal.timeout(limits.deadlineMs)
  const end = new AbortController()
  try {
    const signal = AbortSignal.any([deadline, end.signal])
    const response = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      throw new FeedError('unreachable', 'The sports feed could not be reached.', error)
    })
    requireJsonResponse(response)
    return parseJson(new TextDecoder().decode(await readBytes(response, limits.maxBytes)))
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new FeedError('timeout', `The sports feed did not respond within ${limits.deadlineMs} ms.`, error)
  } finally {
    // Cancels the rest of a rejected response.
    end.abort()
  }
}

function requireJsonResponse({ status, headers: received, type }: Response): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new FeedError('redirect', 'The sports feed returned a redirect, which is not followed.')
  }
  if (status !== 200) {
    throw new FeedError('status', `The sports feed returned status ${status}.`, undefined, status)
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(received.get('content-type') ?? '')) {
    throw new FeedError('not-json', 'The sports feed returned a response that is not JSON.')
  }
}

/** Counts decompressed bytes, which stops a decompression bomb. Throws `FeedError`. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) {
        throw new FeedError('too-large', `The response from the sports feed is larger than ${maxBytes} bytes.`)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError('cut-short', 'The response from the sports feed was cut off.', error)
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError('not-json', 'The response from the sports feed is not valid JSON.', error)
  }
}
