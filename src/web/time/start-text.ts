const longFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const shortFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** "Thursday, June 18 at 7:45 AM EDT", in the viewer’s time zone. */
export function toLongStartText(start: Date): string {
  return longFormat.format(start)
}

/** "Thu, Jun 18, 2026, 7:45 AM EDT", in the viewer’s time zone. No-break spaces keep "AM" and the zone with the time. */
export function toStartText(instant: string): string {
  return shortFormat.format(new Date(instant)).replace(/\s(?=([AP]M\s)?\S+$)/g, '\u00a0')
}

/** "Jun 18, 2026, 7:45 AM", in the viewer’s time zone. */
export function toMomentText(instant: string | Date): string {
  return momentFormat.format(new Date(instant))
}
