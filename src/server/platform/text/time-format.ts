import { textLocale } from '#domain/text/format.ts'

// In 24 hours, because the hour cycle of a reader of an email is unknown.
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** Formats a time in the pool's time zone, for readers whose own is unknown: "Thursday, April 9, 2026, 08:00 EDT (12:00 UTC)". */
export function formatPoolTime(instant: string | Date, timeZone: string): string {
  const at = new Date(instant)
  const date = format(at, { ...day, year: 'numeric', timeZone })
  const utc = `${format(at, { ...clock, timeZone: 'UTC' })} UTC`
  if (timeZone === 'UTC') return `${date}, ${utc}`
  // American English has abbreviations for American zones only.
  const locale = timeZone.startsWith('America/') ? textLocale : 'en-GB'
  return `${date}, ${format(at, { ...clock, timeZone, timeZoneName: 'short' }, locale)} (${utc})`
}

/**
 * Formats a time for an email, in the reader's time zone or else the pool's. The month is a word and the zone is named, so that
 * nobody can misread it: "24 November 2026, 16:29 GMT".
 */
export function formatMailTime(instant: string | Date, timeZone: string): string {
  const at = new Date(instant)
  const date = format(at, { day: 'numeric', month: 'long', year: 'numeric', timeZone }, 'en-GB')
  return `${date}, ${formatZonedClock(at, timeZone)}`
}

/** Each English has abbreviations for the zones of its own countries only; elsewhere the zone is an offset, such as GMT+9. */
function formatZonedClock(at: Date, timeZone: string): string {
  const locale = zoneLocales.find(([zones]) => zones.test(timeZone))?.[1] ?? 'en-GB'
  return format(at, { ...clock, timeZone, timeZoneName: 'short' }, locale)
}

const zoneLocales = [
  [/^(?:America\/|Pacific\/Honolulu)/, textLocale],
  [/^Australia\//, 'en-AU'],
  [/^Pacific\/Auckland/, 'en-NZ'],
  [/^Africa\/Johannesburg/, 'en-ZA'],
] as const

/** Formats a time on the account pages: "Nov 22, 2026, 09:00 UTC". */
export function formatShortTime(at: Date): string {
  return `${format(at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })} UTC`
}

/** The day in a time zone: "2026-04-12". */
export function toLocalDay(at: Date, timeZone: string): string {
  return format(at, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
}

function format(at: Date, options: Intl.DateTimeFormatOptions, locale = textLocale): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter.format(at)
}

/** Making one takes as long as a hundred uses. As many as there are zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()
