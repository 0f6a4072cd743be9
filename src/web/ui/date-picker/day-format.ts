import { isCalendarDate } from '#web/time/local-time.ts'
import { toDayText } from '#web/time/time-text.ts'

/** Formats a day ("2026-04-09") as "Thu, Apr 9, 2026". Other text stays as it is. */
export function formatDay(day: string): string {
  return isCalendarDate(day) ? toDayText(day) : day
}

/**
 * Parses a day: "2026-04-09", numbers in the order of the locale ("4/9/2026", "9.4.26"), or with the month's name
 * ("Apr 9", "9 April 2026"). Without a year it is the next such day from `today` on. Null if it is not a day.
 */
export function parseDay(text: string, today: string, locale?: string): string | null {
  const trimmed = text.trim()
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(trimmed)) {
    const [year = '', month = '', day = ''] = trimmed.split('-')
    return toDay(year, month, day)
  }
  const numbers = trimmed.match(/\d+/g) ?? []
  const month = findMonth(trimmed, locale)
  const order = month === null ? listDateParts(locale) : orderWithMonthName(numbers)
  const isYearMissing = numbers.length === order.length - 1
  if (numbers.length !== order.length && !isYearMissing) return null
  const parts = isYearMissing ? order.filter((part) => part !== 'year') : order
  const given = Object.fromEntries(parts.map((part, index) => [part, numbers[index] ?? '']))
  const { year, day = '' } = given
  const monthText = month === null ? (given['month'] ?? '') : String(month)
  if (year !== undefined) return toDay(year, monthText, day)
  const thisYear = Number(today.slice(0, 4))
  const next = [thisYear, thisYear + 1].map((year) => toDay(String(year), monthText, day))
  return next.find((date) => date !== null && date >= today) ?? null
}

function toDay(year: string, month: string, day: string): string | null {
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = [fullYear, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isCalendarDate(date) ? date : null
}

type Part = 'day' | 'month' | 'year'

/** With a month's name, every locale has the day before the year, unless the first number is a four-digit year. */
function orderWithMonthName([first = '']: readonly string[]): Part[] {
  return first.length > 2 ? ['year', 'day'] : ['day', 'year']
}

/** The locale's order of day, month and year. */
function listDateParts(locale: string | undefined): Part[] {
  return new Intl.DateTimeFormat(locale).formatToParts(new Date(0)).flatMap(({ type }) => {
    return type === 'day' || type === 'month' || type === 'year' ? [type] : []
  })
}

/** 1 for January, in the locale's language or in English; three letters are enough. */
function findMonth(text: string, locale: string | undefined): number | null {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 15)))
  for (const language of [locale, 'en']) {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long' })
    const names = months.map((month) => format.format(month).toLowerCase())
    // A weekday may start like a month, but precedes it.
    const monthWord = words.findLast((word) => names.some((name) => name.startsWith(word)))
    if (monthWord !== undefined) return names.findIndex((name) => name.startsWith(monthWord)) + 1
  }
  return null
}
