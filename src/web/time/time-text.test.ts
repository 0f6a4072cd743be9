import { describe, expect, it } from 'vitest'
import { toAge, toMoment } from './time-text.ts'

const now = new Date('2026-04-09T12:00:00Z')

describe('the age of the scores', () => {
  it.each([
    ['2026-04-09T12:00:30Z', 'less than a minute'],
    ['2026-04-09T11:59:01Z', 'less than a minute'],
    ['2026-04-09T11:59:00Z', '1 minute'],
    ['2026-04-09T11:01:00Z', '59 minutes'],
    ['2026-04-09T11:00:00Z', '1 hour'],
    ['2026-04-07T12:30:00Z', '47 hours'],
    ['2026-04-07T12:00:00Z', '2 days'],
  ])('of %s is %s', (instant, age) => {
    expect(toAge(instant, now)).toBe(age)
  })
})

describe('a moment', () => {
  it('has its day when that is not today', () => {
    expect(toMoment('2026-04-06T12:00:00Z', now).length).toBeGreaterThan(toMoment('2026-04-09T11:00:00Z', now).length)
  })
})
