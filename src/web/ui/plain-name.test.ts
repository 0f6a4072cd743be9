import { expect, test } from 'vitest'
import { toPlainName, toPlainWords } from './plain-name.ts'

test.each([
  ['Nicolai Højgaard', 'hojgaard'],
  ['Ludvig Åberg', 'aberg'],
  ['Emil Hollenbrück', 'hollenbruck'],
  ['J.T. Poston', 'jt poston'],
  ['Sean O’Hair', 'ohair'],
  ['Grace Bagshawe-Flint', 'bagshawe flint'],
  ['Łukasz Groß', 'lukasz gross'],
])('%s is found as %s', (name, typed) => {
  expect(toPlainName(name)).toContain(typed)
})

test('a mark may stand apart from its letter', () => {
  expect(toPlainName('A\u030aberg')).toBe(toPlainName('Åberg'))
})

test('what is typed has words, whatever stands between them', () => {
  expect(toPlainWords('  Scheffler,\tMcIlroy ')).toEqual(['scheffler', 'mcilroy'])
  expect(toPlainWords(' - ')).toEqual([])
})
