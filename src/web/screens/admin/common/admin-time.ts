const startFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** "Thu, Jun 18, 2026, 7:45 AM EDT", in the viewer’s time zone. No-break spaces keep "AM" and the zone with the time. */
export function toStartText(instant: string): string {
  return startFormat.format(new Date(instant)).replace(/\s(?=([AP]M\s)?\S+$)/g, '\u00a0')
}

/** "Jun 18, 2026, 7:45 AM", in the viewer’s time zone. */
export function toMomentText(instant: string): string {
  return momentFormat.format(new Date(instant))
}
