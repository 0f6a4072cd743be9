import * as z from 'zod/mini'
import { athleteId, eventId as eventIdSchema } from '#contract/values.ts'
import { createSingleFlight } from '../single-flight.ts'
import { FeedError } from './feed-error.ts'
import { getJson } from './json-request.ts'

export type FeedResponse = {
  readonly body: unknown
  /** Strictly later than that of every earlier request, even if the clock stops or is set back. */
  readonly requestedAt: Date
}

export type PlayerSummaryRequest = {
  readonly eventId: string
  readonly athleteId: string
  /** The year of the season. */
  readonly season: number
}

export type EspnClient = ReturnType<typeof createEspnClient>

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
const feedName = 'The sports feed'

export function createEspnClient(options: EspnClientOptions) {
  const { now, deadlineMs = 3000, maxBytes = 4 * mebibyte } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const shareRequest = createSingleFlight<string, FeedResponse>()
  let lastRequestedAt = Number.NEGATIVE_INFINITY

  function nextRequestTime(): Date {
    lastRequestedAt = Math.max(now().getTime(), lastRequestedAt + 1)
    return new Date(lastRequestedAt)
  }

  async function request(path: string, query: Record<string, string>): Promise<FeedResponse> {
    const requestedAt = nextRequestTime()
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return { body: await getJson(url, { deadlineMs, maxBytes, source: feedName }), requestedAt }
  }

  return {
    /** Throws `FeedError`. Concurrent calls for the same event share one request. */
    async getLeaderboard(eventId: string): Promise<FeedResponse> {
      requireId(eventIdSchema, eventId)
      const query = { league: 'pga', region: 'us', lang: 'en', event: eventId, showAirings: 'true' }
      return shareRequest(eventId, () => request('/leaderboard', query))
    },

    /** Throws `FeedError`. Concurrent calls for the same golfer share one request. */
    async getPlayerSummary({ eventId, athleteId: player, season }: PlayerSummaryRequest): Promise<FeedResponse> {
      requireId(eventIdSchema, eventId)
      requireId(athleteId, player)
      const path = `/pga/leaderboard/${eventId}/playersummary`
      const query = () => ({ season: String(season), player, _: String(now().getTime()) })
      return shareRequest(`${eventId}/${player}`, () => request(path, query()))
    },

    /** The events of a year, by default of the current season. Throws `FeedError`. Concurrent calls share one request. */
    getScoreboard(year?: number): Promise<FeedResponse> {
      const dates = year === undefined ? {} : { dates: String(year) }
      return shareRequest(`scoreboard ${year ?? ''}`, () => request('/pga/scoreboard', dates))
    },
  }
}

/** The leaderboard of the current event, to check whether the feed responds. Throws `FeedError`. */
export function getCurrentLeaderboard(baseUrl: string, deadlineMs: number): Promise<unknown> {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/leaderboard?league=pga&region=us&lang=en`)
  return getJson(url, { deadlineMs, maxBytes: 4 * mebibyte, source: feedName })
}

/** The routes have checked it too; this is the last check before it becomes part of a URL. */
function requireId(schema: z.ZodMiniType, id: string): void {
  if (!z.safeParse(schema, id).success) throw new FeedError('invalid', 'A feed ID must consist of 4 to 12 digits.')
}
