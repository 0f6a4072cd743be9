import { expect, test } from 'vitest'
import { explainMergeBlock, maxMergedUsers, retainExisting, toggle, withTarget } from './user-selection.ts'

test('the user who is selected first is the target, until he is taken out', () => {
  const three = [5, 2, 9].reduce(toggle, [] as readonly number[])
  expect(three).toEqual([5, 2, 9])
  expect(toggle(three, 5)).toEqual([2, 9])
})

test('another of them can be the target', () => {
  expect(withTarget([5, 2, 9], 9)).toEqual([9, 5, 2])
  expect(withTarget([5, 2, 9], 5)).toEqual([5, 2, 9])
})

test('who is gone is not selected any more', () => {
  const selection = [5, 2, 9]
  expect(retainExisting(selection, new Set([9, 5]))).toEqual([5, 9])
  expect(retainExisting(selection, new Set([9, 5, 2, 1]))).toBe(selection)
})

test('a merge needs two users, and takes so many at once', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  expect(explainMergeBlock(some(1))).toBe('Select at least two users.')
  expect(explainMergeBlock(some(2))).toBeNull()
  expect(explainMergeBlock(some(maxMergedUsers))).toBeNull()
  expect(explainMergeBlock(some(maxMergedUsers + 1))).toBe('Select 50 users at most.')
})
