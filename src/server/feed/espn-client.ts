import * as z from 'zod/mini'
import { athleteId, eventId as eventIdSchema } from '#contract/values.ts'
import { FeedError } from './feed-error.ts'

/** What the feed said, and when it was asked: a late answer must not replace that of a later question. */
export type FeedResponse = {
  readonly body: unknown
  /** Later than that of every question asked before, even where the clock stood still or was set back. */
  readonly requestedAt: Date
}

export type PlayerSummaryRequest = {
  readonly eventId: string
  readonly athleteId: string
  /** The season's year. */
  readonly season: number
}

export type EspnClient = {
  /** Throws `FeedError`. Callers who ask for the same event at the same time share one request. */
  getLeaderboard(eventId: string): Promise<FeedResponse>
  /** Throws `FeedError`. Shared in the same way. */
  getPlayerSummary(question: PlayerSummaryRequest): Promise<FeedResponse>
}

export type EspnClientOptions = {
  /** Fixed by the operator; nothing a user sends can change host or path, save for digits. */
  readonly baseUrl: string
  readonly now: () => Date
  /** For the whole answer, headers and body. */
  readonly deadlineMs?: number
  /** Counted after decompression. */
  readonly maxBytes?: number
}

const mebibyte = 2 ** 20

// The feed has been seen to refuse clients that do not look like a browser.
const headers = {
  accept: 'application/json',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

export function createEspnClient(options: EspnClientOptions): EspnClient {
  const { now, deadlineMs = 3000, maxBytes = 4 * mebibyte } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const flights = new Map<string, Promise<FeedResponse>>()
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

  function share(flight: string, start: () => Promise<FeedResponse>): Promise<FeedResponse> {
    const running = flights.get(flight)
    if (running) return running
    const started = start().finally(() => flights.delete(flight))
    flights.set(flight, started)
    return started
  }

  return {
    async getLeaderboard(eventId) {
      requireId(eventIdSchema, eventId)
      const query = { league: 'pga', region: 'us', lang: 'en', event: eventId, showAirings: 'true' }
      return share(eventId, () => request('/leaderboard', query))
    },

    async getPlayerSummary({ eventId, athleteId: player, season }) {
      requireId(eventIdSchema, eventId)
      requireId(athleteId, player)
      const path = `/pga/leaderboard/${eventId}/playersummary`
      const query = () => ({ season: String(season), player, _: String(now().getTime()) })
      return share(`${eventId}/${player}`, () => request(path, query()))
    },
  }
}

/** The router has checked it too; this is the last gate before it becomes part of an address. */
function requireId(schema: z.ZodMiniType, id: string): void {
  if (!z.safeParse(schema, id).success)
    throw new FeedError('invalid', 'A feed ID must consist of 4 to 12 digits.')
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
    return parseJson(await readText(response, limits.maxBytes))
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new FeedError('timeout', `The sports feed did not respond within ${limits.deadlineMs} ms.`, error)
  } finally {
    // Whatever is left of an answer that was refused need not arrive.
    end.abort()
  }
}

function requireJsonResponse({ status, headers: answered, type }: Response): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new FeedError('redirect', 'The sports feed returned a redirect, which is not followed.')
  }
  if (status !== 200) {
    throw new FeedError('status', `The sports feed returned status ${status}.`, undefined, status)
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(answered.get('content-type') ?? '')) {
    throw new FeedError('not-json', 'The sports feed returned a response that is not JSON.')
  }
}

/** Counts what comes out of decompression, so that a small answer that unfolds without end is stopped on the way. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) {
        throw new FeedError(
          'too-large',
          `The response from the sports feed is larger than ${maxBytes} bytes.`,
        )
      }
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError('cut-short', 'The response from the sports feed was cut off.', error)
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError('not-json', 'The response from the sports feed is not valid JSON.', error)
  }
}
