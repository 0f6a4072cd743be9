import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowKey } from '#web/board/board-order.ts'
import { keepSequence, settleOne } from './row-sequence.ts'

const keys = fc.uniqueArray(fc.nat(30).map(String), { maxLength: 20 })

test('rows that stay keep their sequence, and every wanted row is there once', () => {
  fc.assert(
    fc.property(keys, keys, (before, wanted) => {
      const sequence = keepSequence(before, wanted)
      expect(sequence.toSorted()).toEqual(wanted.toSorted())
      const stays = before.filter((key) => wanted.includes(key))
      expect(sequence.filter((key) => stays.includes(key))).toEqual(stays)
    }),
  )
})

test('rows that appear during scrolling are immediately in their place', () => {
  expect(keepSequence(['3', '4', '5'], ['1', '2', '3', '4'])).toEqual(['1', '2', '3', '4'])
  expect(keepSequence(['3', '4', '5'], ['4', '5', '6', '7'])).toEqual(['4', '5', '6', '7'])
  expect(keepSequence(['3', '4', '5'], ['8', '9'])).toEqual(['8', '9'])
})

/** The rows that move to their place, in this sequence. */
function settle(sequence: readonly RowKey[], wanted: readonly RowKey[], fixed?: RowKey): RowKey[] {
  const next = settleOne(sequence, wanted, fixed)
  return next === null ? [] : [next.key, ...settle(next.settled, wanted, fixed)]
}

test('rows move to their place one by one, each once, and the focused row never moves', () => {
  fc.assert(
    fc.property(keys, keys, fc.nat(), (before, wanted, choice) => {
      const focused = wanted[choice % Math.max(1, wanted.length)]
      const moved = settle(keepSequence(before, wanted), wanted, focused)
      expect(new Set(moved).size).toBe(moved.length)
      expect(moved).not.toContain(focused)
    }),
  )
})

test('a row that has moved past others is the only one that moves', () => {
  expect(settle(['1', '2', '3', '4', '5'], ['5', '1', '2', '3', '4'])).toEqual(['5'])
  expect(settle(['1', '2', '3', '4', '5'], ['2', '3', '4', '5', '1'])).toEqual(['1'])
  expect(settle(['1', '2', '3', '4', '5'], ['5', '1', '2', '3', '4'], '5')).toEqual(['1', '2', '3', '4'])
})
