import fc from 'fast-check'
import Fuse from 'fuse.js'
import { expect, test } from 'vitest'
import { findSimilar } from './name-similarity.ts'

const someText = fc
  .string({ unit: fc.constantFrom(...'abcdeo n'), minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() !== '')
const similarities = [
  { threshold: 0.1, distance: 100 },
  { threshold: 0.1, distance: 100, ignoreLocation: true },
  { threshold: 0.35, ignoreLocation: true },
]

test('the same texts are similar as in a search of the library, with the same scores', () => {
  fc.assert(
    fc.property(
      someText.filter((name) => name.length >= 3 && name.length <= 32),
      fc.array(someText, { maxLength: 20 }),
      fc.constantFrom(...similarities),
      (name, texts, similarity) => {
        const library = new Fuse(texts, { ...similarity, includeScore: true, ignoreFieldNorm: true, shouldSort: false })
        const expected = library.search(name).map(({ item, score }) => ({ item, score }))
        expect(findSimilar(name, texts, (text) => text, similarity)).toEqual(expected)
      },
    ),
    { numRuns: 1000 },
  )
})
