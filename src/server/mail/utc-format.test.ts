import { expect, test } from 'vitest'
import { formatUtc } from './utc-format.ts'

test('a time is formatted in words, in UTC', () => {
  expect(formatUtc('2026-04-09T12:00:00.000Z')).toBe('Thursday 9 April 2026, 12:00 UTC')
  expect(formatUtc('2026-12-31T23:59:59.999Z')).toBe('Thursday 31 December 2026, 23:59 UTC')
  expect(formatUtc(new Date('2027-01-01T00:05:00Z'))).toBe('Friday 1 January 2027, 00:05 UTC')
})
