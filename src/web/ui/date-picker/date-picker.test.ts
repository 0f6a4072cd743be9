import { describe, expect, test } from 'vitest'
import { toCalendarRange } from './date-picker.tsx'

const today = '2026-11-21'

describe('a calendar', () => {
  test('offers ten years on each side', () => {
    expect(toCalendarRange(today)).toEqual({ from: '2016-01-01', to: '2036-12-31' })
  })

  test('keeps to its limits', () => {
    const limits = { minDate: '2026-01-05', maxDate: '2026-04-09' }
    expect(toCalendarRange(today, limits)).toEqual({ from: '2026-01-05', to: '2026-04-09' })
  })

  test('may be limited to one day', () => {
    const limits = { minDate: today, maxDate: today }
    expect(toCalendarRange(today, limits)).toEqual({ from: today, to: today })
  })

  test('cannot end before it starts', () => {
    const limits = { minDate: '2026-04-10', maxDate: '2026-04-09' }
    expect(() => toCalendarRange(today, limits)).toThrow('maxDate should be greater than minDate')
  })

  test('cannot have an invalid date as its limit', () => {
    expect(() => toCalendarRange(today, { minDate: '2026-02-30' })).toThrow('2026-02-30 is not a date')
  })
})
