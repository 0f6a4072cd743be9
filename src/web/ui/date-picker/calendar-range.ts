import { isCalendarDate } from '#web/time/local-time.ts'

/** The first and the last day of a calendar, such as "2026-04-09". */
export type CalendarRange = { readonly from: string; readonly to: string }

const yearsEachSide = 10

/**
 * Ten years before and after this one, within the given limits. Throws if `maxDate` is before `minDate` or a limit is
 * not a date.
 */
export function toCalendarRange(
  today: string,
  { minDate, maxDate }: { minDate?: string | undefined; maxDate?: string | undefined } = {},
): CalendarRange {
  for (const limit of [minDate, maxDate]) {
    if (limit !== undefined && !isCalendarDate(limit)) throw new RangeError(`${limit} is not a date`)
  }
  if (minDate !== undefined && maxDate !== undefined && maxDate < minDate) {
    throw new RangeError('maxDate should be greater than minDate')
  }
  const year = Number(today.slice(0, 4))
  return {
    from: minDate ?? `${Math.min(year, yearOf(maxDate) ?? year) - yearsEachSide}-01-01`,
    to: maxDate ?? `${Math.max(year, yearOf(minDate) ?? year) + yearsEachSide}-12-31`,
  }
}

function yearOf(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Number(day.slice(0, 4))
}
