import { expect, test } from 'vitest'
import { findNextTeeTime } from './next-tee-time.ts'

const now = new Date('2026-06-19T22:00:00Z')
const waiting = (teeTime: string | null) => ({ isDNF: false, thru: '--', teeTime })
const finished = { isDNF: false, thru: 'F', teeTime: '2026-06-19T12:00:00Z' }

test('play goes on with the first tee time to come', () => {
  const times = ['2026-06-20T11:50:00Z', '2026-06-20T11:40:00Z', null].map(waiting)
  expect(findNextTeeTime([...times, finished], now)?.teeTime).toBe('2026-06-20T11:40:00Z')
})

test('nothing is said during play, without tee times, and of golfers who are out', () => {
  const tomorrow = waiting('2026-06-20T11:40:00Z')
  expect(findNextTeeTime([tomorrow, { ...finished, thru: '14' }], now)).toBeNull()
  expect(findNextTeeTime([waiting('2026-06-19T21:55:00Z'), tomorrow], now), 'somebody tees off now').toBeNull()
  expect(findNextTeeTime([finished, waiting(null)], now)).toBeNull()
  expect(findNextTeeTime([{ ...tomorrow, isDNF: true }], now)).toBeNull()
})
