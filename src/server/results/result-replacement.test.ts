import { expect, test } from 'vitest'
import type { FinalPlaces } from '#domain/results/results.ts'
import { isOtherResult } from './result-replacement.ts'

/** Entry records 1, 2, … with these places. */
const toResult = (...places: FinalPlaces['places'][]) =>
  places.map((own, index) => ({ entryId: index + 1, places: own }))
const twelve = Array.from({ length: 12 }, (_, index) => [index + 1])

test.each<[string, FinalPlaces[], FinalPlaces[], boolean]>([
  ['an entry record without a place leaves', toResult([1, 2], [null, null]), toResult([1, 2]), false],
  [
    'an entry record after the tenth place leaves, the last one',
    toResult(...twelve),
    toResult(...twelve.slice(0, -1)),
    false,
  ],
  ['the order of the records differs', toResult([1], [2]), toResult([1], [2]).toReversed(), false],
  ['an entry among the first ten leaves', toResult([1], [2]), toResult([1]), true],
  ['somebody moves up', toResult([1], [2], [3]), toResult([1], [3], [2]), true],
  ['somebody after the tenth place moves', toResult(...twelve, [13, 14]), toResult(...twelve, [14, 13]), true],
  [
    'somebody after the tenth place no longer shares it',
    toResult(...twelve, [13], [13]),
    toResult(...twelve, [13]),
    true,
  ],
  ['somebody loses their place', toResult(...twelve, [13]), toResult(...twelve, [null]), true],
  ['somebody comes in', toResult([1]), toResult([1], [2]), true],
])('whether people are told of another result when %s', (_, before, now, isNews) => {
  expect(isOtherResult(before, now)).toBe(isNews)
})
