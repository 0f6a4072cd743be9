import { expect, test } from 'vitest'
import { explainMergeBlock, maxMergedUsers, retainExisting, toggle, withTarget } from './use-merge-users.ts'

test('the first user selected is the target until deselected', () => {
  const three = [5, 2, 9].reduce(toggle, [] as readonly number[])
  expect(three).toEqual([5, 2, 9])
  expect(toggle(three, 5)).toEqual([2, 9])
})

test('another selected user can become the target', () => {
  expect(withTarget([5, 2, 9], 9)).toEqual([9, 5, 2])
  expect(withTarget([5, 2, 9], 5)).toEqual([5, 2, 9])
})

test('users who no longer exist are deselected', () => {
  const selection = [5, 2, 9]
  expect(retainExisting(selection, new Set([9, 5]))).toEqual([5, 9])
  expect(retainExisting(selection, new Set([9, 5, 2, 1]))).toBe(selection)
})

test('a merge takes 2 to 50 users', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  expect(explainMergeBlock(some(1))).toBe('Select at least two users.')
  expect(explainMergeBlock(some(2))).toBeNull()
  expect(explainMergeBlock(some(maxMergedUsers))).toBeNull()
  expect(explainMergeBlock(some(maxMergedUsers + 1))).toBe('Select at most 50 users.')
})
