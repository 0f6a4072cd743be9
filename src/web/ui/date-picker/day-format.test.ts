import { describe, expect, test } from 'vitest'
import { formatDay, parseDay } from './day-format.ts'

const today = '2026-11-21'

describe('a typed day', () => {
  test.each([
    ['2026-04-09', 'en-US', '2026-04-09'],
    [' 2027-4-9 ', 'de-DE', '2027-04-09'],
    ['4/9/2027', 'en-US', '2027-04-09'],
    ['4/9/27', 'en-US', '2027-04-09'],
    ['9/4/2027', 'en-GB', '2027-04-09'],
    ['9.4.2027', 'de-DE', '2027-04-09'],
    ['Apr 9, 2027', 'en-US', '2027-04-09'],
    ['9 april 2027', 'en-GB', '2027-04-09'],
    ['Thu, Apr 9, 2026', 'en-US', '2026-04-09'],
    ['9. März 2027', 'de-DE', '2027-03-09'],
  ])('"%s" in %s is %s', (text, locale, day) => {
    expect(parseDay(text, today, locale)).toBe(day)
  })

  test.each([
    ['Nov 21', '2026-11-21'],
    ['Nov 20', '2027-11-20'],
    ['12/1', '2026-12-01'],
  ])('without a year, "%s", is the next such day: %s', (text, day) => {
    expect(parseDay(text, today, 'en-US')).toBe(day)
  })

  test.each(['', 'soon', '13/13/2026', '2026-02-30', 'Apr', '7', '1/2/3/4', '9 2027'])('cannot be "%s"', (text) => {
    expect(parseDay(text, today, 'en-US')).toBeNull()
  })

  test.each(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'sv-SE'])('is parsed as it is formatted in %s', (locale) => {
    for (const day of ['2026-04-09', '2027-03-31', '2026-12-01']) {
      expect(parseDay(formatDay(day), today, locale)).toBe(day)
    }
  })
})

test('text that is not a day is shown as typed', () => {
  expect(formatDay('next week')).toBe('next week')
})
