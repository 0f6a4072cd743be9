import { expect, test } from 'vitest'
import { findFeedStart, listEventsBefore, toCalendarState, toFeedDay } from './calendar.ts'

const open = { espnId: '401811952', name: 'Some Open', firstDay: '2026-06-18', lastDay: '2026-06-21' }

test('before an event are the two that began last, of which one can be in the same week', () => {
  const days = ['2026-06-25', '2026-06-04', '2026-06-18', '2026-06-11', '2026-06-12']
  const calendar = days.map((firstDay) => ({ ...open, espnId: firstDay, firstDay }))
  const before = (start: string) =>
    listEventsBefore(calendar, { espnId: '2026-06-18', start }).map(({ firstDay }) => firstDay)
  expect(before('2026-06-18T11:00:00.000Z')).toEqual(['2026-06-12', '2026-06-11'])
  expect(before('2026-06-05T03:00:00.000Z')).toEqual([])
})

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

test.each([
  ['2026-06-18T11:00:00.000Z', '2026-06-18T11:00:00.000Z', 'the first tee time'],
  ['2026-06-18T04:00Z', '2026-06-18T12:00:00.000Z', 'unchanged: only the day is known, and it is the same'],
  ['2026-06-19T04:00Z', '2026-06-19T04:00:00.000Z', 'midnight of another day'],
])('the feed gives %s: the start is %s (%s)', (eventStart, expected) => {
  expect(findFeedStart(eventStart, '2026-06-18T12:00:00.000Z')).toBe(expected)
})

test('the day is the feed’s, whatever the server’s time zone', () => {
  expect(toFeedDay(new Date('2026-06-18T03:59:59Z'))).toBe('2026-06-17')
  expect(toFeedDay(new Date('2026-06-18T04:00:00Z'))).toBe('2026-06-18')
  expect(toFeedDay(new Date('2026-01-18T04:59:59Z'))).toBe('2026-01-17')
})
