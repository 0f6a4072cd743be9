import { expect, test } from 'vitest'
import { toPossibleSentence } from './entry-chances.tsx'

test.each([
  [{ best: 1, worst: 40 }, 'Can still win, and can still fall to 40th.'],
  [{ best: 1, worst: null }, 'Can still win, and can still be disqualified.'],
  [{ best: 2, worst: 9 }, 'Mathematically out of the win. Can still finish 2nd, and can still fall to 9th.'],
  [
    { best: 4, worst: null },
    'Mathematically out of the top three. Can still finish 4th, and can still be disqualified.',
  ],
  [{ best: 1, worst: 1 }, 'Certain: 1st place.'],
  [{ best: null, worst: null }, 'Two golfers are out: the entry will have no place.'],
])('the possible places %j are described as "%s"', (places, sentence) => {
  expect(toPossibleSentence(places)).toBe(sentence)
})
