import { expect, test } from 'vitest'
import { toFinishText } from './results.ts'

const earlier = [{ places: [12, 4, null] }, { places: [30, 9, 60] }, { places: [null, null, null] }]

test.each([
  ['a better one', [3, 40, null], earlier, 'You finished 3rd, your best finish yet; your previous best was 4th.'],
  ['the same', [40, 4, 5], earlier, 'You finished 4th, which equals your best finish.'],
  ['one between', [7, 8, 9], earlier, 'You finished 7th, your 2nd best finish in 3 tournaments; your best is 4th.'],
  [
    'one as good as another',
    [9, null, null],
    earlier,
    'You finished 9th, your 2nd best finish in 3 tournaments; your best is 4th.',
  ],
  [
    'the worst',
    [11, null, null],
    earlier,
    'You finished 11th, your 3rd best finish in 3 tournaments; your best is 4th.',
  ],
  ['the first', [11, 12, 13], [], 'You finished 11th, your first result.'],
  ['the first with a place', [11, 12, 13], earlier.slice(2), 'You finished 11th, your first result.'],
  ['no place', [null, null, null], earlier, 'None of your entries has a place. Your best finish is 4th.'],
  ['no place at all', [null], [], 'None of your entries has a place.'],
])('a finish is described: %s', (_, places, before, text) => {
  expect(toFinishText(places, before)).toBe(text)
})
