import { describe, expect, test } from 'vitest'
import {
  convertStart,
  emptyStart,
  findAmbiguousInstants,
  findStartError,
  parseStart,
  toStartValue,
} from './start-value.ts'

const newYork = 'America/New_York'
const read = (date: string, time: string, isSecond = false) =>
  parseStart({ date, time, isSecond }, newYork)?.toISOString()

describe('the start', () => {
  test.each(['2026-04-09T11:45:00.000Z', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])(
    '%s survives the form, also where the clocks show it twice',
    (instant) => {
      expect(parseStart(toStartValue(instant, newYork), newYork)?.toISOString()).toBe(instant)
    },
  )

  test('that occurs twice means the first until the second is chosen', () => {
    expect(read('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
    expect(read('2026-11-01', '01:30', true)).toBe('2026-11-01T06:30:00.000Z')
    expect(findAmbiguousInstants({ date: '2026-11-01', time: '01:30', isSecond: false }, newYork)).toHaveLength(2)
    expect(findAmbiguousInstants({ date: '2026-11-01', time: '03:30', isSecond: false }, newYork)).toBeNull()
  })

  test.each([
    ['', '', 'Enter the date of the first tee time.'],
    ['soon', '10:00', 'This isn’t a valid date. Use the format 2026-04-09 or the calendar.'],
    ['2026-04-09', '', 'Enter the time of the first tee time.'],
    ['2026-03-08', '02:30', '02:30 doesn’t exist that night because clocks go forward. Enter another time.'],
    ['2026-04-09', '07:45', undefined],
  ])('"%s" "%s": %s', (date, time, error) => {
    expect(findStartError({ date, time, isSecond: false }, newYork)).toBe(error)
  })

  test('stays the same instant when its draft is opened in another zone', () => {
    const start = toStartValue('2026-04-09T11:45:00.000Z', newYork)
    expect(convertStart(start, newYork, 'Europe/Berlin')).toEqual({
      date: '2026-04-09',
      time: '13:45',
      isSecond: false,
      followsFeed: false,
    })
    expect(convertStart(emptyStart, newYork, 'Europe/Berlin')).toEqual(emptyStart)
  })
})
