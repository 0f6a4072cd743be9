import { describe, expect, test } from 'vitest'
import { findNewRepeats, listOtherEntriesWith, toEntryList } from './entry-summary.ts'

const picks = [1, 4, 7, 10, 1, null, 8, 10, 1, 6, 9, 12]

test("a golfer's other entries leave out the one being filled in", () => {
  expect(listOtherEntriesWith(picks, 1, 4)).toEqual([1, 3])
  expect(listOtherEntriesWith(picks, 4, 1)).toEqual([])
  expect(listOtherEntriesWith(picks, 4, 5)).toEqual([1])
})

describe('entries with the same golfers', () => {
  const [one, two] = [
    [1, 4, 7, 10],
    [1, 4, 7, 11],
  ]
  const [twice, thrice] = [
    [...one, ...two, ...one],
    [...one, ...one, ...one],
  ]

  test('need confirmation when they are new', () => {
    expect(findNewRepeats(thrice, undefined)).toEqual([1, 2, 3])
    expect(findNewRepeats(twice, undefined)).toEqual([1, 3])
    expect(findNewRepeats(thrice, twice)).toEqual([1, 2, 3])
  })

  test('need no confirmation if they were already saved, or if a golfer differs', () => {
    expect(findNewRepeats(thrice, thrice)).toBeUndefined()
    expect(findNewRepeats(twice, thrice)).toBeUndefined()
    expect(findNewRepeats([...one, ...two, 2, 4, 7, 10], undefined)).toBeUndefined()
  })
})

test.each([
  [[2] as const, 'Entry 2'],
  [[1, 3] as const, 'Entries 1 and 3'],
  [[1, 2, 3] as const, 'Entries 1, 2, and 3'],
])('%j is written as "%s"', (numbers, text) => {
  expect(toEntryList(numbers)).toBe(text)
})
