import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { formatList } from '#domain/text/format.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { toLocalDay } from '#server/platform/text/time-format.ts'
import type { TeeTime } from './own-tee-times.ts'

/** The number of changes since creation, and the last one's time, for SEQUENCE and LAST-MODIFIED (RFC 5545, 3.8.7). */
export type Revision = { readonly count: number; readonly at: Date }

/** What is in the file of somebody who has entered, from the start on. `revision`: of the tee times. */
export type OwnTeeTimes = {
  readonly userId: number
  readonly teeTimes: readonly TeeTime[]
  readonly revision: Revision
}

type Context = { readonly publicUrl: string; readonly poolName: string; readonly timeZone: string }

const day = 24 * 60 * 60 * 1000

/** Short, because a dozen rounds beside each other would leave no room in a calendar. */
const teeTimeMs = 15 * 60 * 1000

/**
 * A calendar file (RFC 5545) with the lock, with a reminder two hours before it, and the rounds. The rounds are all-day events
 * from the day of the start, in the pool's time zone, because tee times of later rounds are not known. The tee times that are
 * known and the reader's own have their events.
 */
export function writeCalendarFile(
  { id, name, start, rounds }: Pick<Tournament, 'id' | 'name' | 'start'> & { readonly rounds: number },
  revision: Revision,
  { publicUrl, poolName, timeZone }: Context,
  own: OwnTeeTimes | null = null,
): string {
  const toEvent = (uid: string, { count, at } = revision) => ({
    id: `${uid}-${id}@${new URL(publicUrl).hostname}`,
    stamp: at,
    lastModified: at,
    sequence: count,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  const reminder = `Entries for ${name} close in two hours.`
  const lock = {
    ...toEvent('lock'),
    // Without an end: that would have to be later (RFC 5545, 3.8.2.2).
    start,
    summary: `Entries close: ${name}`,
    description: `Pick your golfers at ${poolName} before then.`,
    url: `${publicUrl}/home`,
    alarms: [{ type: ICalAlarmType.display, triggerBefore: 2 * 60 * 60, description: reminder }],
  }
  const firstDay = Date.parse(toLocalDay(new Date(start), timeZone))
  const roundEvents = Array.from({ length: rounds }, (_, index) => ({
    ...toEvent(`round-${index + 1}`),
    start: new Date(firstDay + index * day),
    end: new Date(firstDay + (index + 1) * day),
    allDay: true,
    // The days above are in UTC; without this, the server’s own time zone would be used.
    timezone: 'UTC',
    summary: `${name}: round ${index + 1}`,
    url: `${publicUrl}/pool/${id}`,
  }))
  const teeTimes = own?.teeTimes.map(({ espnId, name: golfer, round, at, entries }) => ({
    // The user is part of it: in a calendar that two people share, one must not replace the other's.
    ...toEvent(`tee-${own.userId}-${espnId}-${round}`, own.revision),
    start: at,
    end: new Date(Date.parse(at) + teeTimeMs),
    summary: `${golfer} tees off`,
    description: `${name}, round ${round}. In your ${entries.length === 1 ? 'entry' : 'entries'} ${formatList(entries.map(String))} at ${poolName}.`,
    url: `${publicUrl}/pool/${id}`,
  }))
  const file = ical({
    prodId: { company: 'Player Pool', product: 'Tournament', language: 'EN' },
    scale: 'gregorian',
    method: ICalCalendarMethod.PUBLISH,
    events: [lock, ...roundEvents, ...(teeTimes ?? [])],
  })
  return `${file.toString()}\r\n`
}
