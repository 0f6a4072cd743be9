import * as z from 'zod/mini'
import { eventId } from '#contract/values.ts'
import { compareText } from '#domain/names/names.ts'
import type { CalendarEvent } from '#domain/tournament/calendar.ts'
import type { FeedAddresses } from '#server/feed/feed-addresses.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { getJson } from '#server/feed/json-request.ts'
import { digits, integer, lenient, listOf, reading, text } from '#server/feed/lenient-schemas.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { RankedName } from './ranked-names.ts'
import { createSharedSource } from './shared-source.ts'

export type SetupSources = ReturnType<typeof createSetupSources>

type Options = {
  db: Db
  log: Log
  now: () => Date
  feed: Pick<FeedAddresses, 'ask'>
  addresses: readonly string[]
  rankingUrl: string | null
  userAgent: string
}

const hourMs = 60 * 60_000

const calendarEvents = z.array(
  z.object({ espnId: z.string(), name: z.string(), firstDay: z.string(), lastDay: z.string() }),
)
const rankedNames = z.array(z.object({ rank: z.int(), name: z.string() }))

/** The sources that pre-fill the tournament form. */
export function createSetupSources({ feed, addresses, rankingUrl, userAgent, ...shared }: Options) {
  return {
    calendar: createSharedSource({
      ...shared,
      name: 'calendar',
      address: addresses.join(),
      schema: calendarEvents,
      fetch: () => fetchCalendar({ feed, ...shared }),
      ttlMs: hourMs,
    }),
    /** Null if the operator has not set an address. */
    worldRanking:
      rankingUrl === null
        ? null
        : createSharedSource({
            ...shared,
            name: 'world ranking',
            address: rankingUrl,
            schema: rankedNames,
            fetch: () => fetchWorldRanking(rankingUrl, userAgent),
            // The ranking changes once a week.
            ttlMs: 6 * hourMs,
          }),
  }
}

/** The season's events and, in December, those of the next year, which the feed lists separately. */
async function fetchCalendar({ feed, log, now }: Pick<Options, 'feed' | 'log' | 'now'>): Promise<CalendarEvent[]> {
  const { body } = await feed.ask((client) => client.getScoreboard())
  const isDecember = now().getUTCMonth() === 11
  if (!isDecember) return parseCalendar(body)
  try {
    const next = await feed.ask((client) => client.getScoreboard(now().getUTCFullYear() + 1))
    return parseCalendar(body, next.body)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    log.warn({ err: error, reason: error.reason }, 'failed to fetch next year’s calendar')
    return parseCalendar(body)
  }
}

const maxEvents = 300
/** The size of the column of a tournament's name. */
const maxEventNameLength = 200

/** The feed adds a meaningless time to each date: `2026-06-18T07:00Z` is 18 June. */
const day = reading((value) => {
  const [date = ''] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(String(value)) ?? []
  return Number.isNaN(Date.parse(date)) ? '' : date
})

const calendarBody = lenient({
  leagues: listOf(lenient({ calendar: listOf(lenient({ id: digits, label: text, startDate: day, endDate: day })) })),
})

/** The events in the feed's calendars, by date. Invalid ones are skipped. Throws `FeedError` if none is left. */
export function parseCalendar(...bodies: readonly unknown[]): CalendarEvent[] {
  const leagues = bodies.flatMap((body) => z.parse(calendarBody, body).leagues)
  const events = new Map<string, CalendarEvent>()
  for (const { id, label, startDate, endDate } of leagues.flatMap(({ calendar }) => calendar)) {
    if (!z.safeParse(eventId, id).success || label === '' || startDate === '' || events.has(id)) continue
    const name = Array.from(label).slice(0, maxEventNameLength).join('')
    const lastDay = [startDate, endDate].toSorted().at(-1) ?? startDate
    events.set(id, { espnId: id, name, firstDay: startDate, lastDay })
  }
  if (events.size === 0) throw new FeedError('invalid', 'The sports feed’s calendar has no events.')
  return [...events.values()].toSorted((a, b) => compareText(a.firstDay, b.firstDay)).slice(0, maxEvents)
}

/** The maximum number of golfers read from a ranking; one thousand is usual. */
const maxNames = 5000
const maxNameLength = 100
const limits = { deadlineMs: 8000, maxBytes: 4 * 2 ** 20, source: 'The world ranking' }

const rankingBody = lenient({
  rankingsList: listOf(
    lenient({ rank: integer, player: lenient({ fullName: text, firstName: text, lastName: text }) }),
  ),
})

/** Fetches the ranking from the address that the operator has set. Throws `FeedError`. */
export async function fetchWorldRanking(address: string, userAgent: string): Promise<RankedName[]> {
  return parseWorldRanking(await getJson(new URL(address), { ...limits, userAgent }))
}

/** The ranked golfers in a response of the ranking. Throws `FeedError` if there is none. */
export function parseWorldRanking(body: unknown): RankedName[] {
  const { rankingsList } = z.parse(rankingBody, body)
  const names = rankingsList.slice(0, maxNames).flatMap(({ rank, player }): RankedName[] => {
    const name = player.fullName || `${player.firstName} ${player.lastName}`.trim()
    return rank === null || rank < 1 || name === '' || name.length > maxNameLength ? [] : [{ rank, name }]
  })
  if (names.length === 0) throw new FeedError('invalid', 'The world ranking has no names.')
  return names
}
