import { describe, expect, test } from 'vitest'
import { toWallPage } from './use-wall-paging.ts'

function contents(board: Parameters<typeof toWallPage>[0], steps: readonly number[]): string[] {
  return steps.map((step) => {
    const { content } = toWallPage(board, step)
    return content.kind === 'movers' ? 'movers' : `${content.first}-${content.end}`
  })
}

test('a board that fits has one page, without movers', () => {
  const board = { size: 8, linesPerPage: 10, hasMovers: true }
  expect(toWallPage(board, 0)).toEqual({ page: 0, pages: 1, content: { kind: 'lines', first: 0, end: 8 } })
  expect(toWallPage(board, 7)).toEqual(toWallPage(board, 0))
})

test('a cycle shows the leaders, the movers and every other line in turn, and starts over', () => {
  const board = { size: 25, linesPerPage: 10, hasMovers: true }
  expect(contents(board, [0, 1, 2, 3, 4])).toEqual(['0-10', 'movers', '10-20', '20-25', '0-10'])
  expect(contents({ ...board, hasMovers: false }, [0, 1, 2, 3])).toEqual(['0-10', '10-20', '20-25', '0-10'])
  expect(contents(board, [-1])).toEqual(['20-25'])
})

describe('a long board', () => {
  const board = { size: 200, linesPerPage: 10, hasMovers: true }
  const steps = Array.from({ length: 35 }, (_, step) => step)

  test('has cycles of at most five pages, of twelve seconds each, which all begin with leaders and movers', () => {
    expect(toWallPage(board, 0).pages).toBe(5)
    expect(contents(board, [5, 6])).toEqual(['0-10', 'movers'])
    expect(contents(board, [-5, -4])).toEqual(['0-10', 'movers'])
  })

  test('continues in the next cycle where the last one stopped, until every line has been shown', () => {
    expect(contents(board, [2, 3, 4, 7, 8, 9])).toEqual(['10-20', '20-30', '30-40', '40-50', '50-60', '60-70'])
    expect(new Set(contents(board, steps)).size).toBe(21)
  })
})

test('an empty board has one page, and an unmeasured screen one line per page', () => {
  const board = { size: 0, linesPerPage: 10, hasMovers: false }
  expect(toWallPage(board, 3)).toEqual({ page: 0, pages: 1, content: { kind: 'lines', first: 0, end: 0 } })
  expect(contents({ size: 3, linesPerPage: 0, hasMovers: false }, [1])).toEqual(['1-2'])
})
