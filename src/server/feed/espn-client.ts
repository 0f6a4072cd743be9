import * as z from 'zod/mini'
import { athleteId, eventId as eventIdSchema } from '#contract/values.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
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

export type EspnClient = ReturnType<ReturnType<typeof createEspnClients>>

export type EspnClientOptions = {
  readonly userAgent: string
  readonly now: () => Date
  /** The time limit of a whole response, headers and body. */
  readonly deadlineMs?: number
  /** Counted after decompression. */
  readonly maxBytes?: number
}

const mebibyte = 2 ** 20
const feedName = 'The sports feed'

/**
 * Returns a function that opens the client of an address. The operator has set it; user input adds only digits to its path
 * and query (docs/security.md, 9).
 */
export function createEspnClients(options: EspnClientOptions) {
  const { now, userAgent, deadlineMs = 3000, maxBytes = 4 * mebibyte } = options
  let lastRequestedAt = Number.NEGATIVE_INFINITY

  function nextRequestTime(): Date {
    lastRequestedAt = Math.max(now().getTime(), lastRequestedAt + 1)
    return new Date(lastRequestedAt)
  }

  return function openClient(baseUrl: string) {
    const base = baseUrl.replace(/\/+$/, '')
    const shareRequest = createSingleFlight<string, FeedResponse>()

    async function request(path: string, query: Record<string, string>): Promise<FeedResponse> {
      const requestedAt = nextRequestTime()
      const url = new URL(base + path)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return { body: await getJson(url, { deadlineMs, maxBytes, source: feedName, userAgent }), requestedAt }
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

      /** The leaderboard of the current event, to check whether the feed responds. Throws `FeedError`. */
      getCurrentLeaderboard: () => request('/leaderboard', { league: 'pga', region: 'us', lang: 'en' }),

      /** The events of a year, by default of the current season. Throws `FeedError`. Concurrent calls share one request. */
      getScoreboard(year?: number): Promise<FeedResponse> {
        const dates = year === undefined ? {} : { dates: String(year) }
        return shareRequest(`scoreboard ${year ?? ''}`, () => request('/pga/scoreboard', dates))
      },
    }
  }
}

/** The routes have checked it too; this is the last check before it becomes part of a URL. */
function requireId(schema: z.ZodMiniType, id: string): void {
  if (!z.safeParse(schema, id).success) throw new FeedError('invalid', 'A feed ID must consist of 4 to 12 digits.')
}
