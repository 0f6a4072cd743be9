import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepSequence, settleOne } from './row-sequence.ts'

const keys = fc.uniqueArray(fc.nat(30), { maxLength: 20 })

test('rows that stay keep their sequence, and every wanted row is there once', () => {
  fc.assert(
    fc.property(keys, keys, (before, wanted) => {
      const sequence = keepSequence(before, wanted)
      expect(sequence.toSorted()).toEqual(wanted.toSorted())
      const stays = before.filter((key) => wanted.includes(key))
      expect(sequence.filter((key) => stays.includes(Number(key)))).toEqual(stays)
    }),
  )
})

test('rows that appear during scrolling are immediately in their place', () => {
  expect(keepSequence([3, 4, 5], [1, 2, 3, 4])).toEqual([1, 2, 3, 4])
  expect(keepSequence([3, 4, 5], [4, 5, 6, 7])).toEqual([4, 5, 6, 7])
  expect(keepSequence([3, 4, 5], [8, 9])).toEqual([8, 9])
})

test('rows move to their place one by one', () => {
  fc.assert(
    fc.property(keys, keys, (before, wanted) => {
      let sequence = keepSequence(before, wanted)
      for (let steps = 0; steps <= wanted.length; steps += 1) {
        const next = settleOne(sequence, wanted)
        if (next === null) break
        sequence = [...next.settled]
      }
      expect(sequence).toEqual(wanted)
    }),
  )
})
