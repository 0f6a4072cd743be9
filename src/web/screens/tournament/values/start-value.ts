import { isCalendarDate, type LocalTime, toInstants, toLocalTime } from '#web/time/local-time.ts'

/** The start as it stands in the form: a day and a time, or whatever else was typed. */
export type StartValue = LocalTime & {
  /** Where clocks go back and this time comes twice: the second of the two. */
  readonly isSecond: boolean
}

export const emptyStart: StartValue = { date: '', time: '', isSecond: false }

export function toStartValue(instant: string, zone: string): StartValue {
  const moment = new Date(instant)
  const local = toLocalTime(moment, zone)
  const [, second] = toInstants(local, zone)
  return { ...local, isSecond: second !== undefined && moment.getTime() >= second.getTime() }
}

/** Undefined when it is no moment: not filled in, unreadable, or skipped by the clocks. */
export function parseStart(start: StartValue, zone: string): Date | undefined {
  const [first, second] = toInstants(start, zone)
  return start.isSecond ? (second ?? first) : first
}

/** The two moments that the start may mean; null when it is plain. */
export function findAmbiguousInstants(start: StartValue, zone: string): readonly [Date, Date] | null {
  const [first, second] = toInstants(start, zone)
  return first !== undefined && second !== undefined ? [first, second] : null
}

/** What keeps it from being a moment, in words. */
export function findStartError(start: StartValue, zone: string): string | undefined {
  if (start.date.trim() === '') return 'Enter the day of the first tee time.'
  if (!isCalendarDate(start.date))
    return 'This is no day. Type it like 2026-04-09, or choose it from the calendar.'
  if (start.time === '') return 'Enter the time of the first tee time.'
  if (parseStart(start, zone) === undefined)
    return `Clocks go forward that night and skip ${start.time}. Enter another time.`
  return undefined
}

/** The same moment where the clocks show another time; unreadable texts stay as they are. */
export function convertStart(start: StartValue, from: string, to: string): StartValue {
  const instant = from === to ? undefined : parseStart(start, from)
  return instant === undefined ? start : toStartValue(instant.toISOString(), to)
}
