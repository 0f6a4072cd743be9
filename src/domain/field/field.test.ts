import { expect, it } from 'vitest'
import { findDnfReason } from './field.ts'

it.each([
  ['CUT', 'CUT'],
  ['WD', 'WD'],
  ['T3', null],
  ['--', null],
])('the reason why a golfer at position %s is out is %s (docs/rules.md, 3.2)', (position, reason) => {
  expect(findDnfReason({ position })).toBe(reason)
})
