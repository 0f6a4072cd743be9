import { expect, test } from 'vitest'
import type { CalendarEventResponse } from '#contract/tournament-setup-contract.ts'
import { listAnnounceable } from './announceable-events.ts'

const event: CalendarEventResponse = {
  espnId: '401811952',
  name: 'The Open',
  firstDay: '2026-06-18',
  lastDay: '2026-06-21',
  state: 'coming',
  tournamentId: null,
}

test('an event that is over, or is a tournament of this pool, is not offered', () => {
  const events = [event, { ...event, state: 'over' as const }, { ...event, tournamentId: 7 }]
  expect(listAnnounceable(events)).toEqual([event])
})
