import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toCalendarBody } from '#simulator/calendar-body.ts'
import { parseCalendar } from './setup-sources.ts'

const bodyOf = (...calendar: unknown[]) => ({ leagues: [{ calendar }] })
const open = { id: '401811952', label: 'Some Open', startDate: '2026-06-18T07:00Z', endDate: '2026-06-21T07:00Z' }
const parsedOpen = { espnId: '401811952', name: 'Some Open', firstDay: '2026-06-18', lastDay: '2026-06-21' }

test('the dates of an event are days, whatever time they have', () => {
  expect(parseCalendar(bodyOf(open))).toEqual([parsedOpen])
  const atMidnight = { ...open, startDate: '2026-06-18T00:00Z', endDate: '2026-06-21T23:59:59Z' }
  expect(parseCalendar(bodyOf(atMidnight))).toEqual([parsedOpen])
  expect(parseCalendar(bodyOf({ ...open, startDate: '2026-06-18', endDate: undefined }))).toEqual([
    { ...parsedOpen, lastDay: '2026-06-18' },
  ])
  expect(parseCalendar(bodyOf({ ...open, endDate: '2026-06-01T07:00Z' }))[0]?.lastDay).toBe('2026-06-18')
})

test('events are in the order of their dates, and each is listed once', () => {
  const later = { ...open, id: '401811953', startDate: '2026-06-25T07:00Z' }
  const ids = parseCalendar(bodyOf(later, open, { ...open, label: 'Again' })).map(({ espnId }) => espnId)
  expect(ids).toEqual(['401811952', '401811953'])
})

test.each([
  ['a number for an id', { ...open, id: 401_811_952 }, 1],
  ['no id', { ...open, id: undefined }, 0],
  ['an id that is too short', { ...open, id: '12' }, 0],
  ['no name', { ...open, label: '' }, 0],
  ['a name of control characters', { ...open, label: '\u0000\u202e' }, 0],
  ['no first day', { ...open, startDate: 'soon' }, 0],
  ['a day that does not exist', { ...open, startDate: '2026-13-41T07:00Z' }, 0],
  ['a date alone, as another type of calendar has', '2026-06-18T07:00Z', 0],
  ['null', null, 0],
])('with %s, the others are still found', (_what, odd, count) => {
  const other = { ...open, id: '401811953' }
  expect(parseCalendar(bodyOf(odd, other))).toHaveLength(1 + count)
})

test.each([
  ['nothing', undefined],
  ['an error body', { code: 404, message: 'Not Found' }],
  ['no leagues', { events: [] }],
  ['leagues that are no list', { leagues: { calendar: [open] } }],
  ['a league without a calendar', { leagues: [{}] }],
  ['an empty calendar', bodyOf()],
  ['text', 'calendar'],
])('a calendar of %s is an error', (_what, body) => {
  expect(() => parseCalendar(body)).toThrow('The sports feed’s calendar has no events.')
})

test('the simulated calendar has the simulated event and others in every week around it', () => {
  const events = parseCalendar(toCalendarBody({ eventId: '401999001', name: 'Own Open', day: '2026-06-18' }))
  expect(events).toContainEqual({
    espnId: '401999001',
    name: 'Own Open',
    firstDay: '2026-06-18',
    lastDay: '2026-06-21',
  })
  expect(events.length).toBeGreaterThan(30)
  expect(new Set(events.map(({ espnId }) => espnId)).size).toBe(events.length)
  const ofYear = parseCalendar(toCalendarBody({ eventId: '401999001', name: 'Own Open', day: '2026-12-17' }, '2027'))
  expect(new Set(ofYear.map(({ firstDay }) => firstDay.slice(0, 4)))).toEqual(new Set(['2027']))
})

const folder = process.env['FEED_CAPTURES']

describe.runIf(folder)('the recorded calendars', () => {
  const path = join(folder ?? '', 'calendar')
  const files = folder ? readdirSync(path).filter((name) => name.endsWith('.json')) : []

  test.each(files)('%s: every event is found, from Thursday to Sunday as a rule', (name) => {
    const league: unknown = JSON.parse(readFileSync(join(path, name), 'utf8'))
    const events = parseCalendar({ leagues: [league] })
    expect(events).toHaveLength((league as { calendar: unknown[] }).calendar.length)
    const isUsual = ({ firstDay, lastDay }: (typeof events)[number]) =>
      Date.parse(lastDay) - Date.parse(firstDay) === 3 * 24 * 60 * 60_000 && new Date(firstDay).getUTCDay() === 4
    expect(events.filter(isUsual).length).toBeGreaterThan(0.9 * events.length)
  })
})
