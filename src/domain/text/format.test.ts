import { expect, it } from 'vitest'
import { formatChoice, formatCount, formatList, formatNumber } from './format.ts'

it('numbers, counts and lists are American English', () => {
  expect(formatNumber(1204)).toBe('1,204')
  expect([0, 1, 1204].map((count) => formatCount(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '1,204 entries',
  ])
  expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map((items) => formatList(items))).toEqual([
    'A',
    'A and B',
    'A, B, and C',
  ])
  expect(formatList(['A', 'B'], 1500)).toBe('A, B, and 1,500 more')
  expect(formatChoice(['A', 'B', 'C'])).toBe('A, B, or C')
})
