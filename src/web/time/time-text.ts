import { formatCount, textLocale } from '#domain/text/format.ts'

type Options = Intl.DateTimeFormatOptions
type Instant = string | number | Date

const { hourCycle = 'h12' } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
/** A time of day with 12 or 24 hours, as the browser is set. */
const clock: Options = { hour: 'numeric', minute: '2-digit', hourCycle }
const date: Options = { weekday: 'short', day: 'numeric', month: 'short' }

/** "1:45 PM". All times are in the viewer’s time zone. */
export const toClock = createFormat(clock)

/** "1:45:07 PM" */
export const toClockWithSeconds = createFormat({ ...clock, second: '2-digit' })

/** "Thu 1:45 PM" */
export const toDayAndClock = createFormat({ weekday: 'short', ...clock })

/** "Thu, Jun 18, 1:45 PM" */
export const toDateAndClock = createFormat({ ...date, ...clock })

/** "Jun 18, 2026, 7:45 AM" */
export const toMomentText = createFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle })

/** "Thursday, June 18 at 7:45 AM EDT" */
export const toLongStartText = createFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  ...clock,
  timeZoneName: 'short',
})

/** "Thu, Jun 18, 7:45 AM EDT" */
export const toLockText = createFormat({ ...date, ...clock, timeZoneName: 'short' }, keepTogether)

/** "Thu, Jun 18, 2026, 7:45 AM EDT" */
export const toStartText = createFormat({ ...date, year: 'numeric', ...clock, timeZoneName: 'short' }, keepTogether)

/** "Jun 2026" */
export const toMonth = createFormat({ month: 'short', year: 'numeric' })

/** "June 18, 2026" */
export const toLongDate = createFormat({ dateStyle: 'long' })

/** "Thursday, June 18, 2026" */
export const toFullDate = createFormat({ dateStyle: 'full' })

/** "Thu, Jun 18, 2026", of a date without a time, "2026-06-18". */
export const toDayText = createFormat({ ...date, year: 'numeric', timeZone: 'UTC' })

const dayRange = new Intl.DateTimeFormat(textLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "Jun 18 – 21", of dates without times. */
export function toDayRange(first: string, last: string): string {
  return dayRange.formatRange(new Date(first), new Date(last))
}

/** The time, and the day unless it is today: "Thu, Jun 18, 1:45 PM". */
export function toMoment(instant: Instant, now: Date): string {
  const isToday = new Date(instant).toDateString() === now.toDateString()
  return isToday ? toClock(instant) : toDateAndClock(instant)
}

/** An age in its largest unit: "less than a minute", "1 minute", "3 hours", "2 days". */
export function toAge(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return formatCount(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}

/** No-break spaces keep "AM" and the zone with the time. */
function keepTogether(text: string): string {
  return text.replace(/\s(?=([AP]M\s)?\S+$)/g, '\u00a0')
}

function createFormat(options: Options, change = (text: string) => text): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat(textLocale, options)
  return (instant) => change(format.format(new Date(instant)))
}
