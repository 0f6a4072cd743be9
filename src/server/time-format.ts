const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
const utcClock = new Intl.DateTimeFormat('en-GB', { ...clock, timeZone: 'UTC' })

/** In the pool's time zone, for readers whose own is unknown: "Thursday 9 April 2026, 08:00 EDT (12:00 UTC)". */
export function formatPoolTime(instant: string | Date, timeZone: string): string {
  const at = new Date(instant)
  const date = format(at, { ...day, year: 'numeric', timeZone })
  const utc = `${utcClock.format(at)} UTC`
  if (timeZone === 'UTC') return `${date}, ${utc}`
  // Only American English knows the abbreviations of American zones.
  const locale = timeZone.startsWith('America/') ? 'en-US' : 'en-GB'
  return `${date}, ${format(at, { ...clock, timeZone, timeZoneName: 'short' }, locale)} (${utc})`
}

/** In the reader's own time zone: "Thursday 9 April, 14:00". */
export function formatOwnTime(instant: string, timeZone: string): string {
  const at = new Date(instant)
  return `${format(at, { ...day, timeZone })}, ${format(at, { ...clock, timeZone })}`
}

/** On the sign-in provider's pages: "22 Nov 2026, 09:00 UTC". */
export function formatShortTime(at: Date): string {
  return `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

/** On the sign-in provider's pages: "22 November 2026", in UTC. */
export function formatDate(at: Date): string {
  return format(at, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** The day in a time zone: "2026-04-12". */
export function toLocalDay(at: Date, timeZone: string): string {
  return format(at, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
}

function format(at: Date, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string {
  return new Intl.DateTimeFormat(locale, options).format(at).replaceAll(',', '')
}
