import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoardOrder } from '#web/board/board-order.ts'
import { listRefreshRows } from './refresh-rows.ts'

const boards = fc.uniqueArray(fc.nat(40).map(String), { minLength: 1, maxLength: 40 }).chain((keys) =>
  fc.record({
    before: fc.constant(keys),
    after: fc.shuffledSubarray([...keys, '41', '42']),
    first: fc.nat(keys.length - 1),
    size: fc.integer({ min: 1, max: 12 }),
  }),
)

function toOrder(keys: readonly string[]): BoardOrder {
  return {
    size: keys.length,
    keyAt: (line) => keys[line] ?? '',
    lineOf: (key) => (keys.includes(key) ? keys.indexOf(key) : undefined),
  }
}

/** The window, with a rendered line more on either side. */
function toWindow(size: number, first: number, height: number) {
  const isInWindow = (line: number) => line >= first && line < first + height
  const lines = Array.from({ length: size }, (_, line) => line)
  return { lines: lines.filter((line) => line >= first - 1 && line <= first + height), isInWindow }
}

test('after a refresh, each line of the window has its row of the next version', () => {
  fc.assert(
    fc.property(boards, ({ before, after, first, size }) => {
      const window = toWindow(before.length, first, size)
      const { entering, moving } = listRefreshRows(toOrder(before), toOrder(after), window)
      const rendered = [...window.lines.map((line) => before[line]), ...entering]
      const lineOf = (key: string) => (moving.includes(key) ? after : before).indexOf(key)
      for (const line of window.lines.filter((line) => window.isInWindow(line) && line < after.length)) {
        const key = after[line] ?? ''
        expect(rendered.filter((each) => each === key)).toEqual([key])
        expect(lineOf(key)).toBe(line)
      }
    }),
  )
})

test('every row changes, those that the window does not show before the others', () => {
  fc.assert(
    fc.property(boards, ({ before, after, first, size }) => {
      const window = toWindow(before.length, first, size)
      const { changing } = listRefreshRows(toOrder(before), toOrder(after), window)
      const visible = before.slice(first, first + size)
      expect(changing.toSorted()).toEqual(window.lines.map((line) => before[line]).toSorted())
      expect(changing.slice(-visible.length)).toEqual(visible)
    }),
  )
})

test('without a change, no row comes in or moves', () => {
  const order = toOrder(['1', '2', '3'])
  expect(listRefreshRows(order, order, toWindow(3, 0, 3))).toMatchObject({ entering: [], moving: [] })
})
