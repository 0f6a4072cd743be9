import { describe, expect, test } from 'vitest'
import { isCalendarDate, toInstants, toLocalTime, toOffsetText, toZoneText } from './local-time.ts'

const newYork = 'America/New_York'

describe('a local time', () => {
  test.each([
    ['2026-04-09T11:45:00Z', newYork, '2026-04-09', '07:45'],
    ['2026-01-01T03:00:00Z', newYork, '2025-12-31', '22:00'],
    ['2026-07-01T00:00:00Z', 'Asia/Kolkata', '2026-07-01', '05:30'],
    ['2026-04-09T11:45:59.999Z', 'UTC', '2026-04-09', '11:45'],
  ])('of %s in %s is %s %s, and converts back', (instant, zone, date, time) => {
    expect(toLocalTime(new Date(instant), zone)).toEqual({ date, time })
    const minute = `${instant.slice(0, 16)}:00.000Z`
    expect(toInstants({ date, time }, zone).map((instant) => instant.toISOString())).toEqual([minute])
  })

  test('that clocks skip in spring has no instant', () => {
    expect(toInstants({ date: '2026-03-08', time: '02:30' }, newYork)).toEqual([])
    expect(toInstants({ date: '2026-03-29', time: '02:00' }, 'Europe/Berlin')).toEqual([])
  })

  test('that clocks repeat in autumn has two instants, the earlier one first', () => {
    const both = toInstants({ date: '2026-11-01', time: '01:30' }, newYork)
    expect(both.map((instant) => instant.toISOString())).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ])
    expect(both.map((instant) => toOffsetText(instant, newYork))).toEqual(['UTC−4', 'UTC−5'])
  })

  test('converts in the zones furthest from UTC', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Australia/Lord_Howe']) {
      const [instant] = toInstants({ date: '2026-06-01', time: '00:15' }, zone)
      expect(instant && toLocalTime(instant, zone)).toEqual({ date: '2026-06-01', time: '00:15' })
    }
  })

  test.each([
    ['2026-02-30', '10:00'],
    ['2026-04-09', '24:00'],
    ['2026-04-09', ''],
    ['next Thursday', '10:00'],
  ])('the local time "%s %s" is not valid', (date, time) => {
    expect(toInstants({ date, time }, newYork)).toEqual([])
  })
})

test('a leap day exists in leap years only', () => {
  expect([isCalendarDate('2028-02-29'), isCalendarDate('2027-02-29')]).toEqual([true, false])
})

test('offsets may have half hours', () => {
  const winter = new Date('2026-01-01T00:00:00Z')
  expect(toOffsetText(winter, 'America/St_Johns')).toBe('UTC−3:30')
  expect(toOffsetText(winter, 'Europe/Lisbon')).toBe('UTC')
  expect(toOffsetText(winter, 'Europe/Berlin')).toBe('UTC+1')
  expect(toZoneText(winter, 'America/St_Johns')).toBe('America/St Johns (UTC−3:30)')
  expect(toZoneText(winter, 'UTC')).toBe('UTC')
  expect(toZoneText(winter, 'Etc/UTC')).toBe('UTC')
})
