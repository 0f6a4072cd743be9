import * as z from 'zod/mini'
import type { CalendarEvent } from '#domain/tournament/calendar.ts'
import type { Db } from '../db/database.ts'
import { parseCalendar } from '../feed/espn-calendar.ts'
import type { EspnClient } from '../feed/espn-client.ts'
import { FeedError } from '../feed/feed-error.ts'
import type { Log } from '../log.ts'
import type { RankedName } from './ranked-names.ts'
import { createSharedSource, type SharedSource } from './shared-source.ts'
import { fetchWorldRanking } from './world-ranking.ts'

/** The sources that pre-fill the tournament form. */
export type SetupSources = {
  readonly calendar: SharedSource<CalendarEvent[]>
  /** Null if the operator has not set an address. */
  readonly worldRanking: SharedSource<RankedName[]> | null
}

type Options = {
  db: Db
  log: Log
  now: () => Date
  client: Pick<EspnClient, 'getScoreboard'>
  feedUrl: string
  rankingUrl: string | null
}

const hourMs = 60 * 60_000

const calendarEvents = z.array(
  z.object({ espnId: z.string(), name: z.string(), firstDay: z.string(), lastDay: z.string() }),
)
const rankedNames = z.array(z.object({ rank: z.int(), name: z.string() }))

export function createSetupSources({ client, feedUrl, rankingUrl, ...shared }: Options): SetupSources {
  return {
    calendar: createSharedSource({
      ...shared,
      name: 'calendar',
      address: feedUrl,
      schema: calendarEvents,
      fetch: () => fetchCalendar({ client, ...shared }),
      ttlMs: hourMs,
    }),
    worldRanking:
      rankingUrl === null
        ? null
        : createSharedSource({
            ...shared,
            name: 'world ranking',
            address: rankingUrl,
            schema: rankedNames,
            fetch: () => fetchWorldRanking(rankingUrl),
            // It changes once a week.
            ttlMs: 6 * hourMs,
          }),
  }
}

/** The season's events and, in December, those of the next year, which the feed lists separately. */
async function fetchCalendar({ client, log, now }: Pick<Options, 'client' | 'log' | 'now'>): Promise<CalendarEvent[]> {
  const { body } = await client.getScoreboard()
  const isDecember = now().getUTCMonth() === 11
  if (!isDecember) return parseCalendar(body)
  try {
    const next = await client.getScoreboard(now().getUTCFullYear() + 1)
    return parseCalendar(body, next.body)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    log.warn({ err: error, reason: error.reason }, "failed to fetch next year's calendar")
    return parseCalendar(body)
  }
}
