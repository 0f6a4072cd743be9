import { expect, test } from 'vitest'
import type { CalendarEventResponse } from '#contract/tournament-setup-contract.ts'
import { toDayRange } from '#web/time/time-text.ts'
import { groupEvents } from './event-picker.tsx'

const eventOf = (name: string, state: CalendarEventResponse['state']): CalendarEventResponse => ({
  espnId: '401811952',
  name,
  firstDay: '2026-06-18',
  lastDay: '2026-06-21',
  state,
  tournamentId: null,
})
const events = [
  eventOf('Old Open', 'over'),
  eventOf('Recent Open', 'over'),
  eventOf('Côte Classic', 'on'),
  eventOf('Second Open', 'this-week'),
  ...Array.from({ length: 7 }, (_, index) => eventOf(`Later Open ${index + 1}`, 'coming')),
]
const namesOf = (query: string, isAllShown = false) =>
  groupEvents(events, query, isAllShown).groups.map(({ title, events: listed }) => [
    title,
    ...listed.map(({ name }) => name),
  ])

test('this week comes first, then the next of the coming weeks; earlier events are not offered', () => {
  const later = ['Later Open 1', 'Later Open 2', 'Later Open 3', 'Later Open 4', 'Later Open 5']
  expect(namesOf('')).toEqual([
    ['This week', 'Côte Classic', 'Second Open'],
    ['Coming weeks', ...later],
  ])
  expect(groupEvents(events, '', false).hidden).toBe(2)
  expect(namesOf('', true)[1]).toHaveLength(8)
})

test('a search finds events of all weeks by words, without accents, the latest of the earlier ones first', () => {
  expect(namesOf('cote')).toEqual([['This week', 'Côte Classic']])
  expect(namesOf('OPEN o')).toEqual([
    ['This week', 'Second Open'],
    ['Coming weeks', ...Array.from({ length: 7 }, (_, index) => `Later Open ${index + 1}`)],
    ['Earlier', 'Recent Open', 'Old Open'],
  ])
  expect(namesOf('nothing')).toEqual([])
})

test('the days of an event are the same in every time zone', () => {
  const { firstDay, lastDay } = eventOf('Open', 'on')
  expect(toDayRange(firstDay, lastDay)).toMatch(/18.*21/)
})
