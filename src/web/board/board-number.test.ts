import { expect, test } from 'vitest'
import { isChange } from './board-number.tsx'

test.each([
  ['T3', '2', true],
  ['T3', '', true],
  ['T3', 'T3', false],
  ['', 'T3', false],
])('a number that changes from "%s" to "%s" flashes: %s', (before, number, flashes) => {
  expect(isChange(before, number)).toBe(flashes)
})
