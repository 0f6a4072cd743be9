import { expect, test } from 'vitest'
import { foldName, foldWords } from './name-folding.ts'

test.each([
  ['Nicolai Højgaard', 'hojgaard'],
  ['Ludvig Åberg', 'aberg'],
  ['Emil Hollenbrück', 'hollenbruck'],
  ['J.T. Poston', 'jt poston'],
  ['Sean O’Hair', 'ohair'],
  ['Grace Bagshawe-Flint', 'bagshawe flint'],
  ['Łukasz Groß', 'lukasz gross'],
])('%s is found as %s', (name, typed) => {
  expect(foldName(name)).toContain(typed)
})

test('a mark may stand apart from its letter', () => {
  expect(foldName('A\u030aberg')).toBe(foldName('Åberg'))
})

test('what is typed has words, whatever stands between them', () => {
  expect(foldWords('  Scheffler,\tMcIlroy ')).toEqual(['scheffler', 'mcilroy'])
  expect(foldWords(' - ')).toEqual([])
})
