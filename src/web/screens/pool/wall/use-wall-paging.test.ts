import { expect, test } from 'vitest'
import { toWallPage } from './use-wall-paging.ts'

test('a board that fits has one page', () => {
  expect(toWallPage(8, 10, 0)).toEqual({ page: 0, pages: 1, first: 0, end: 8 })
  expect(toWallPage(8, 10, 7)).toEqual({ page: 0, pages: 1, first: 0, end: 8 })
})

test('a long board shows every line in turn and starts over after the last page', () => {
  const shown = [0, 1, 2, 3].map((step) => toWallPage(25, 10, step))
  expect(shown.map(({ first, end }) => [first, end])).toEqual([
    [0, 10],
    [10, 20],
    [20, 25],
    [0, 10],
  ])
  expect(shown.map(({ page, pages }) => `${page + 1}/${pages}`)).toEqual(['1/3', '2/3', '3/3', '1/3'])
})

test('a step back from the first page leads to the last', () => {
  expect(toWallPage(25, 10, -1).page).toBe(2)
})

test('an empty board has one page, and an unmeasured screen one line per page', () => {
  expect(toWallPage(0, 10, 3)).toEqual({ page: 0, pages: 1, first: 0, end: 0 })
  expect(toWallPage(3, 0, 1)).toEqual({ page: 1, pages: 3, first: 1, end: 2 })
})
