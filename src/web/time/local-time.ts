/** A local date, "2026-04-09", and time, "07:45". */
export type LocalTime = { readonly date: string; readonly time: string }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The time zone of the viewer's device, such as "Europe/Berlin". */
export function getViewerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function toLocalTime(instant: Date, zone: string): LocalTime {
  const shown = new Date(instant.getTime() + toOffsetMs(instant, zone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/**
 * The instants at which clocks in the zone show this, in order: usually one, none if clocks skip it in spring, two if
 * they repeat it in autumn. None for an invalid date or time.
 */
export function toInstants({ date, time }: LocalTime, zone: string): Date[] {
  if (!isCalendarDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return []
  const asUtc = Date.parse(`${date}T${time}Z`)
  const offsets = [-dayMs, dayMs].map((shift) => toOffsetMs(new Date(asUtc + shift), zone))
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((instant) => {
      const shown = toLocalTime(instant, zone)
      return shown.date === date && shown.time === time
    })
    .sort((a, b) => a.getTime() - b.getTime())
}

/** False for a date that does not exist, such as "2026-02-30". */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** The zone's offset at an instant: "UTC+1", "UTC−3:30". */
export function toOffsetText(instant: Date, zone: string): string {
  const minutes = Math.round(toOffsetMs(instant, zone) / minuteMs)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (minutes === 0) return 'UTC'
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** A zone with its offset: "Europe/Berlin (UTC+1)"; "UTC". */
export function toZoneText(instant: Date, zone: string): string {
  const offset = toOffsetText(instant, zone)
  return zone.endsWith(offset) ? offset : `${zone.replaceAll('_', ' ')} (${offset})`
}

function toOffsetMs(instant: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return shown - Math.floor(instant.getTime() / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}
