/** An event of the feed's calendar. Its dates are days, not instants: `YYYY-MM-DD`. */
export type CalendarEvent = {
  /** The feed's event id: 4 to 12 digits. */
  readonly espnId: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
}

/** `on`: today is one of its days. `this-week`: it begins later this week. */
export type CalendarState = 'over' | 'on' | 'this-week' | 'coming'

/** The feed dates its events in US Eastern time. */
const feedZone = 'America/New_York'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: feedZone, dateStyle: 'short' })

/** The date in the feed's time zone: `YYYY-MM-DD`. */
export function toFeedDay(now: Date): string {
  return dayFormat.format(now)
}

const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: feedZone, timeStyle: 'short' })

/** The feed's start. Without tee times it gives midnight of the first day, which says nothing about a start on that day. */
export function findFeedStart(eventStart: string, start: string): string {
  const at = new Date(eventStart)
  const isDayOnly = clockFormat.format(at) === '00:00'
  return isDayOnly && toFeedDay(at) === toFeedDay(new Date(start)) ? start : at.toISOString()
}

/** The events before a start, the latest first: at most two, because some weeks have two. */
export function listEventsBefore(
  calendar: readonly CalendarEvent[],
  { espnId, start }: { readonly espnId: string; readonly start: string },
): CalendarEvent[] {
  const day = toFeedDay(new Date(start))
  const earlier = calendar.filter((event) => event.espnId !== espnId && event.firstDay < day)
  return earlier.toSorted((a, b) => (a.firstDay < b.firstDay ? 1 : -1)).slice(0, 2)
}

/** The state of an event on a day. A week begins on Monday. */
export function toCalendarState({ firstDay, lastDay }: CalendarEvent, today: string): CalendarState {
  if (lastDay < today) return 'over'
  if (firstDay <= today) return 'on'
  return firstDay <= sundayOf(today) ? 'this-week' : 'coming'
}

const dayMs = 24 * 60 * 60 * 1000

function sundayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  const daysToSunday = (7 - new Date(time).getUTCDay()) % 7
  return new Date(time + daysToSunday * dayMs).toISOString().slice(0, 10)
}
