const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const clockWithSeconds = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const dateAndClock = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })
const weekdayAndClock = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/** "Thu 1:45 PM", in the viewer's time zone and locale. */
export function toDayAndClock(instant: string): string {
  return weekdayAndClock.format(new Date(instant))
}

/** "1:45 PM", in the viewer's time zone and locale. */
export function toClock(instant: string): string {
  return clock.format(new Date(instant))
}

/** "1:45:07 PM" */
export function toClockWithSeconds(instant: string | number): string {
  return clockWithSeconds.format(new Date(instant))
}

/** "Thu, Jun 18, 1:45 PM", in the viewer's time zone and locale. */
export function toDateAndClock(instant: string): string {
  return dateAndClock.format(new Date(instant))
}

/** "Jun 2026" */
export function toMonth(instant: string): string {
  return month.format(new Date(instant))
}

/** The time, and the day unless it is today: "Thu, Jun 18, 1:45 PM". */
export function toMoment(instant: string, now: Date): string {
  const moment = new Date(instant)
  return (moment.toDateString() === now.toDateString() ? clock : dateAndClock).format(moment)
}

/** An age in its largest unit: "less than a minute", "1 minute", "3 hours", "2 days". */
export function toAge(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return toCount(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? toCount(hours, 'hour') : toCount(Math.floor(hours / 24), 'day')
}

function toCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
