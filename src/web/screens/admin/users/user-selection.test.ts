import { expect, test } from 'vitest'
import { keepKnown, mostMerged, toggle, whyNotMerge, withTarget } from './user-selection.ts'

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
  expect(keepKnown(selection, new Set([9, 5]))).toEqual([5, 9])
  expect(keepKnown(selection, new Set([9, 5, 2, 1]))).toBe(selection)
})

test('a merge needs two users, and takes so many at once', () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  expect(whyNotMerge(some(1))).toBe('Select at least two users.')
  expect(whyNotMerge(some(2))).toBeNull()
  expect(whyNotMerge(some(mostMerged))).toBeNull()
  expect(whyNotMerge(some(mostMerged + 1))).toBe('Select 50 users at most.')
})
