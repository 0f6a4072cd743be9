import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNoNumber, toAnswerNumber } from './answer-number.ts'
import { formatNumber } from './format.ts'

test.each([
  ['-12', -12],
  ['−12', -12],
  ['+3', 3],
  [' 278 ', 278],
  ['1,234', 1234],
  ['1,234,567', 1_234_567],
  ['63.5', 63.5],
  ['12 under', -12],
  ['12-Under par', -12],
  ['3 over', 3],
  ['E', 0],
  ['even par', 0],
  ['Level', 0],
])('"%s" is the number %d', (answer, number) => {
  expect(toAnswerNumber(answer)).toBe(number)
  expect(isNoNumber(answer)).toBe(false)
})

test.each([
  'about 9',
  '275 strokes',
  '275 or 276',
  '270-275',
  '1,5',
  '1.234',
  '12,34,567',
  '-12 under',
  'minus 12',
  '- 12',
  '1e3',
  '0x10',
  '½',
  '٣',
  '12345678901',
  'Scheffler',
])('"%s" is no number: nothing is guessed', (answer) => {
  expect(toAnswerNumber(answer)).toBeNull()
  expect(isNoNumber(answer)).toBe(true)
})

test('an empty answer is no number, and there is nothing to point out', () => {
  expect(toAnswerNumber('  ')).toBeNull()
  expect(isNoNumber('  ')).toBe(false)
})

test('every number reads back as the pool and as people write it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (hundredths) => {
      const number = hundredths / 100
      expect([String(number), formatNumber(number)].map(toAnswerNumber)).toEqual([number, number])
    }),
  )
})
