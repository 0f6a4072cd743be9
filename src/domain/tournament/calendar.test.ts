import { expect, test } from 'vitest'
import { toCalendarState, toFeedDay } from './calendar.ts'

const open = { espnId: '401811952', name: 'Some Open', firstDay: '2026-06-18', lastDay: '2026-06-21' }

test.each([
  ['2026-06-14', 'coming'],
  ['2026-06-15', 'this-week'],
  ['2026-06-17', 'this-week'],
  ['2026-06-18', 'on'],
  ['2026-06-21', 'on'],
  ['2026-06-22', 'over'],
] as const)('on %s an event from 18 to 21 June is %s', (today, state) => {
  expect(toCalendarState(open, today)).toBe(state)
})

test('the day is the feed’s, whatever the server’s time zone', () => {
  expect(toFeedDay(new Date('2026-06-18T03:59:59Z'))).toBe('2026-06-17')
  expect(toFeedDay(new Date('2026-06-18T04:00:00Z'))).toBe('2026-06-18')
  expect(toFeedDay(new Date('2026-01-18T04:59:59Z'))).toBe('2026-01-17')
})
