import { expect, test } from 'vitest'
import { findSharedProgress } from './golfer-progress.ts'

const golfer = (thru: string, isDNF = false) => ({ thru, isDNF })

test.each([
  ['waiting', [golfer('--'), golfer('--')]],
  ['finished', [golfer('F'), golfer('F')]],
  ['finished', [golfer('F'), golfer('12', true)]],
  [null, [golfer('F'), golfer('--')]],
  [null, [golfer('17'), golfer('17')]],
  [null, [golfer('F', true)]],
  [null, []],
] as const)('what all golfers share is %s', (shared, golfers) => {
  expect(findSharedProgress(golfers)).toBe(shared)
})
