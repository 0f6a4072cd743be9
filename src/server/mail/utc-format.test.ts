import { expect, test } from 'vitest'
import { formatPoolTime, formatUtc } from './utc-format.ts'

test('a time is formatted in words, in UTC', () => {
  expect(formatUtc('2026-04-09T12:00:00.000Z')).toBe('Thursday 9 April 2026, 12:00 UTC')
  expect(formatUtc('2026-12-31T23:59:59.999Z')).toBe('Thursday 31 December 2026, 23:59 UTC')
  expect(formatUtc(new Date('2027-01-01T00:05:00Z'))).toBe('Friday 1 January 2027, 00:05 UTC')
})

test.each([
  ['America/New_York', 'Thursday 9 April 2026, 08:00 EDT (12:00 UTC)'],
  ['Europe/London', 'Thursday 9 April 2026, 13:00 BST (12:00 UTC)'],
  ['Asia/Tokyo', 'Thursday 9 April 2026, 21:00 GMT+9 (12:00 UTC)'],
  ['UTC', 'Thursday 9 April 2026, 12:00 UTC'],
])('a time in the zone %s of the pool is written as "%s"', (zone, text) => {
  expect(formatPoolTime('2026-04-09T12:00:00.000Z', zone)).toBe(text)
})
