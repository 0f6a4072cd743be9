import { expect, test } from 'vitest'
import { findScoreAlert } from './score-alert.ts'

const start = '2026-06-04T12:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000)
const failing = (minute: number, completed = false) => ({
  stale: { since: at(minute).toISOString(), reason: 'It refuses.' },
  source: { kind: 'feed' },
  event: { completed },
})
const fresh = (kind = 'feed') => ({ stale: null, source: { kind }, event: { completed: false } })

function find(board: Parameters<typeof findScoreAlert>[0], minute: number, known: string[] = []): string | null {
  const keys = new Map(known.map((key) => [key, null]))
  const alert = findScoreAlert(board, { start, now: at(minute), afterMs: 5 * 60_000, known: keys })
  if (alert?.missing) expect(alert.key).toBe(`scores-missing:${alert.missing.since}`)
  return alert && `${alert.key}${alert.isLate ? ' (silent)' : ''}`
}
const missing = (minute: number) => `scores-missing:${at(minute).toISOString()}`
const back = (minute: number) => `scores-back:${at(minute).toISOString()}`

test('scores are missing after the time that the operator has set', () => {
  expect(find(fresh(), 30)).toBeNull()
  expect([find(failing(10), 14.9), find(failing(10), 15)]).toEqual([null, missing(10)])
})

test('the time begins with play, also for a feed that fails since before or has never had scores', () => {
  expect([find(failing(-600), 4), find(failing(-600), 5)]).toEqual([null, missing(0)])
  expect([find(null, 4), find(null, 5)]).toEqual([null, missing(0)])
})

test('nothing is said twice: not again while they are missing, and once when they are back', () => {
  expect(find(failing(10), 90, [missing(10)])).toBeNull()
  expect(find(fresh(), 91, [missing(10)])).toBe(back(10))
  expect(find(fresh(), 92, [missing(10), back(10)])).toBeNull()
  expect(find(failing(100), 105, [missing(10), back(10)])).toBe(missing(100))
})

test('organisers who enter the scores by hand end the alert', () => {
  expect(find(fresh('hand'), 91, [missing(10)])).toBe(`${back(10)} (silent)`)
})

test('after the event nothing is missing', () => {
  expect(find(failing(10, true), 60)).toBeNull()
})
