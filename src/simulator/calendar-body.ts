import { createRandom } from './seeded-random.ts'
import { withoutSeconds } from './tournament-time.ts'

type OwnEvent = { readonly eventId: string; readonly name: string; readonly day: string }

const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs
const weeksBefore = 10
const weeksAfter = 24
/** In these weeks there is a second, smaller event. */
const weeksWithTwo = new Set([-4, 3, 9])
const places = [
  'Harrow Bay',
  'Stonebrook',
  'Cedar Hollow',
  'Lake Orrin',
  'Fernhill',
  'Saltmarsh',
  'Copper Ridge',
  'Wexley',
]
const kinds = ['Open', 'Classic', 'Championship', 'Invitational']

/**
 * The calendar part of the scoreboard: an event for every week around the simulated one, which keeps its id and name, or
 * only the events of one year. Only the dates matter, not their times.
 */
export function toCalendarBody(own: OwnEvent, year: string | null = null) {
  const weeks = Array.from({ length: weeksBefore + weeksAfter + 1 }, (_, index) => index - weeksBefore)
  const listed = weeks.flatMap((week) => {
    const main = week === 0 ? own : { ...drawEvent(own, week, 0), day: own.day }
    const second = { ...drawEvent(own, week, 1), day: own.day }
    return [main, ...(weeksWithTwo.has(week) ? [second] : [])].map((event) => toListed(event, week))
  })
  const calendar = listed.filter(({ startDate }) => year === null || startDate.startsWith(year))
  return { leagues: [{ id: '1106', name: 'PGA TOUR', slug: 'pga', calendarType: 'list', calendar }], events: [] }
}

function drawEvent({ eventId }: OwnEvent, week: number, number: number) {
  const random = createRandom(eventId, 'calendar', week, number)
  return {
    eventId: String(Number(eventId) + (week + weeksBefore) * 2 + number + 100),
    name: `${random.pick(places)} ${random.pick(kinds)}`,
  }
}

function toListed({ eventId, name, day }: OwnEvent, week: number) {
  const first = Date.parse(`${day}T07:00:00Z`) + week * weekMs
  return {
    id: eventId,
    label: name,
    startDate: withoutSeconds(first),
    endDate: withoutSeconds(first + 3 * dayMs),
    event: { $ref: `http://feed.invalid/events/${eventId}` },
  }
}

/** The day on which this week's event begins. */
export function findThursday(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() + (3 - daysSinceMonday) * dayMs).toISOString().slice(0, 10)
}
