import { expect, test } from 'vitest'
import { formatMailTime, formatPoolTime, formatShortTime, toLocalDay } from './time-format.ts'

test.each([
  ['America/New_York', 'Thursday, April 9, 2026, 08:00 EDT (12:00 UTC)'],
  ['Europe/London', 'Thursday, April 9, 2026, 13:00 BST (12:00 UTC)'],
  ['Asia/Tokyo', 'Thursday, April 9, 2026, 21:00 GMT+9 (12:00 UTC)'],
  ['UTC', 'Thursday, April 9, 2026, 12:00 UTC'],
])('a time in the zone %s of the pool is written as "%s"', (zone, text) => {
  expect(formatPoolTime('2026-04-09T12:00:00.000Z', zone)).toBe(text)
  expect(formatPoolTime(new Date('2026-04-09T12:00:59.999Z'), zone)).toBe(text)
})

test.each([
  ['Europe/London', '24 November 2026, 16:29 GMT'],
  ['America/New_York', '24 November 2026, 11:29 EST'],
  ['Australia/Sydney', '25 November 2026, 03:29 AEDT'],
  ['Europe/Berlin', '24 November 2026, 17:29 CET'],
  ['Asia/Tokyo', '25 November 2026, 01:29 GMT+9'],
  ['UTC', '24 November 2026, 16:29 UTC'],
])('a time for a reader in the zone %s is written as "%s" in an email', (zone, text) => {
  expect(formatMailTime('2026-11-24T16:29:31.000Z', zone)).toBe(text)
})

test('midnight is 00:00', () => {
  expect(formatPoolTime('2027-01-01T00:05:00Z', 'UTC')).toBe('Friday, January 1, 2027, 00:05 UTC')
  expect(formatMailTime('2027-01-01T05:05:00Z', 'America/New_York')).toBe('1 January 2027, 00:05 EST')
})

test('the day of a time depends on the zone', () => {
  const at = new Date('2026-12-31T23:30:00Z')
  expect([toLocalDay(at, 'UTC'), toLocalDay(at, 'Europe/Berlin')]).toEqual(['2026-12-31', '2027-01-01'])
  expect(formatShortTime(at)).toBe('Dec 31, 2026, 23:30 UTC')
})
