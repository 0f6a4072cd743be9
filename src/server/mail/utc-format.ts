const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Formats a time for emails, whose reader's time zone is unknown: "Thursday 9 April 2026, 12:00 UTC". */
export function formatUtc(instant: string | Date): string {
  const at = new Date(instant)
  return `${day.format(at).replaceAll(',', '')}, ${time.format(at)} UTC`
}
