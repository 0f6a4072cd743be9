import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames, sortByName } from './names.ts'

const sorted = (...names: string[]): string[] => names.sort(compareNames)

describe('the order of names', () => {
  test('case and accents do not separate names', () => {
    expect(sorted('Ez', 'éa', 'Eb', 'EC')).toEqual(['éa', 'Eb', 'EC', 'Ez'])
  })

  test('names that differ in case or accents alone still have an order', () => {
    expect(sorted('ann', 'Änn', 'Ann')).toEqual(['Ann', 'ann', 'Änn'])
  })

  test('full-width letters sort with their ordinary forms', () => {
    expect(sorted('C', 'Ｂ', 'A')).toEqual(['A', 'Ｂ', 'C'])
  })

  test('it is the same whatever order the names come in', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        expect(sorted(...names.toReversed())).toEqual(sorted(...names))
      }),
    )
  })

  test('equal names are ordered by id', () => {
    const items = [
      { id: 3, name: 'Bo' },
      { id: 2, name: 'Ann' },
      { id: 1, name: 'Bo' },
    ]
    expect(sortByName(items).map(({ id }) => id)).toEqual([2, 1, 3])
  })
})
