import * as z from 'zod/mini'
import { eventId } from '#contract/values.ts'
import { compareText } from '#domain/names/names.ts'
import type { CalendarEvent } from '#domain/tournament/calendar.ts'
import { FeedError } from './feed-error.ts'
import { digits, lenient, listOf, reading, text } from './lenient-schemas.ts'

const maxEvents = 300
/** The size of the column of a tournament's name. */
const maxNameLength = 200

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
    const name = Array.from(label).slice(0, maxNameLength).join('')
    const lastDay = [startDate, endDate].toSorted().at(-1) ?? startDate
    events.set(id, { espnId: id, name, firstDay: startDate, lastDay })
  }
  if (events.size === 0) throw new FeedError('invalid', 'The sports feed’s calendar has no events.')
  return [...events.values()].toSorted((a, b) => compareText(a.firstDay, b.firstDay)).slice(0, maxEvents)
}
