import { expect, test } from 'vitest'
import { toPossibleSentence } from './entry-chances.tsx'

test.each([
  [{ best: 1, worst: 40 }, 'Still possible: 1st to 40th place.'],
  [{ best: 1, worst: null }, 'Still possible: 1st place at best, or disqualified.'],
  [{ best: 2, worst: 9 }, 'Still possible: 2nd to 9th place. Mathematically out of the win.'],
  [
    { best: 4, worst: null },
    'Still possible: 4th place at best, or disqualified. Mathematically out of the top three.',
  ],
  [{ best: 1, worst: 1 }, 'Certain: 1st place.'],
  [{ best: null, worst: null }, 'Two golfers are out: the entry will have no place.'],
])('the possible places %j are described as "%s"', (places, sentence) => {
  expect(toPossibleSentence(places)).toBe(sentence)
})
