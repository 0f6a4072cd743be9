import { expect, test } from 'vitest'
import { searchNames } from './name-search.ts'

const field = [
  'Ludvig Åberg',
  'Byeong Hun An',
  'Christiaan Bezuidenhout',
  'Bryson DeChambeau',
  'Nicolai Højgaard',
  'Si Woo Kim',
  'Seamus O’Power',
  'J.J. Spaun',
  'Sami Välimäki',
  'Erik van Rooyen',
].map((name) => ({ name }))

const find = (query: string) => searchNames(field, query).map(({ name }) => name)

test.each([
  ['aberg', 'Ludvig Åberg'],
  ['hojgaard', 'Nicolai Højgaard'],
  ['HØJ', 'Nicolai Højgaard'],
  ['valimaki', 'Sami Välimäki'],
  ['jj', 'J.J. Spaun'],
  ['opower', 'Seamus O’Power'],
  ["o'power", 'Seamus O’Power'],
  ['kim si', 'Si Woo Kim'],
  ['  bez ', 'Christiaan Bezuidenhout'],
  ['chambeau', 'Bryson DeChambeau'],
])('"%s" finds only %s', (query, name) => {
  expect(find(query)).toEqual([name])
})

test('an empty query finds everyone in their order', () => {
  expect(find('')).toEqual(field.map(({ name }) => name))
  expect(find(' . ')).toEqual(field.map(({ name }) => name))
})

test('names with a word that begins with the query come first', () => {
  expect(find('an')).toEqual(['Byeong Hun An', 'Christiaan Bezuidenhout', 'Erik van Rooyen'])
})

test('a name with only some of the words is not found', () => {
  expect(find('kim power')).toEqual([])
})
