import { describe, expect, test } from 'vitest'
import { toCalendarRange } from './calendar-range.ts'

const today = '2026-11-21'

describe('a calendar', () => {
  test('offers ten years each side', () => {
    expect(toCalendarRange(today)).toEqual({ from: '2016-01-01', to: '2036-12-31' })
  })

  test('keeps to the days it is limited to', () => {
    const limits = { minDate: '2026-01-05', maxDate: '2026-04-09' }
    expect(toCalendarRange(today, limits)).toEqual({ from: '2026-01-05', to: '2026-04-09' })
  })

  test('that may show one day is one', () => {
    const limits = { minDate: today, maxDate: today }
    expect(toCalendarRange(today, limits)).toEqual({ from: today, to: today })
  })

  test('whose last day is before its first is a mistake', () => {
    const limits = { minDate: '2026-04-10', maxDate: '2026-04-09' }
    expect(() => toCalendarRange(today, limits)).toThrow('maxDate should be greater than minDate')
  })

  test('limited by what is no day is a mistake', () => {
    expect(() => toCalendarRange(today, { minDate: '2026-02-30' })).toThrow('2026-02-30 is no day')
  })
})
