import { isCalendarDate, type LocalTime, toInstants, toLocalTime } from '#web/time/local-time.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** The start as typed: a date and a time, valid or not. */
export type StartValue = LocalTime & {
  /** The later of the two instants when clocks go back and the time occurs twice. Stored in drafts under this name. */
  readonly isSecond: boolean
  /** The start follows changes in the feed. */
  readonly followsFeed?: boolean | undefined
}

export const emptyStart: StartValue = { date: '', time: '', isSecond: false, followsFeed: true }

export function toStartValue(instant: string, zone: string, followsFeed = false): StartValue {
  const date = new Date(instant)
  const local = toLocalTime(date, zone)
  const [, second] = toInstants(local, zone)
  return { ...local, isSecond: second !== undefined && date.getTime() >= second.getTime(), followsFeed }
}

/** The instant of the start. Undefined if it is incomplete, unreadable, or skipped because clocks go forward. */
export function parseStart(start: StartValue, zone: string): Date | undefined {
  const [first, second] = toInstants(start, zone)
  return start.isSecond ? (second ?? first) : first
}

/** Finds both instants of a time that occurs twice because clocks go back. Null for any other time. */
export function findAmbiguousInstants(start: StartValue, zone: string): readonly [Date, Date] | null {
  const [first, second] = toInstants(start, zone)
  return first !== undefined && second !== undefined ? [first, second] : null
}

/** The error of an invalid start. */
export function findStartError(start: StartValue, zone: string): string | undefined {
  if (start.date.trim() === '') return 'Enter the date of the first tee time.'
  if (!isCalendarDate(start.date)) return 'This isn’t a valid date. Use the format 2026-04-09 or the calendar.'
  if (start.time === '') return 'Enter the time of the first tee time.'
  if (parseStart(start, zone) === undefined)
    return `${start.time} doesn’t exist that night because clocks go forward. Enter another time.`
  return undefined
}

/** Expresses a start in another time zone. Unreadable text stays unchanged. */
export function convertStart(start: StartValue, from: string, to: string): StartValue {
  const instant = from === to ? undefined : parseStart(start, from)
  return instant === undefined ? start : toStartValue(instant.toISOString(), to, start.followsFeed)
}

/** "Apr 9, 2026, 7:45 AM" */
export function formatStart(start: StartValue, zone: string): string {
  const instant = parseStart(start, zone)
  return instant === undefined ? `${start.date} ${start.time}` : toMomentText(instant)
}

/** Whether both are the same moment. */
export function isSameStart(start: StartValue, other: StartValue | null): boolean {
  if (other === null) return false
  return start.date === other.date && start.time === other.time && start.isSecond === other.isSecond
}
