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

/** Formats a time in the zone of the pool, for readers whose own is unknown: "Thursday 9 April 2026, 08:00 EDT (12:00 UTC)". */
export function formatPoolTime(instant: string | Date, timeZone: string): string {
  if (timeZone === 'UTC') return formatUtc(instant)
  const at = new Date(instant)
  const localDay = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone, timeZoneName: 'short' } as const
  const isAmerican = timeZone.startsWith('America/')
  // Only American English knows the abbreviations of American zones.
  const localTime = new Intl.DateTimeFormat(isAmerican ? 'en-US' : 'en-GB', parts)
  return `${localDay.format(at).replaceAll(',', '')}, ${localTime.format(at)} (${time.format(at)} UTC)`
}
