import { expect, test } from 'vitest'
import { toShortName } from './short-name.ts'

test.each([
  ['Victor Example', 'V. Example'],
  ['Åsa Ünder', 'Å. Ünder'],
  ['éric Nord', 'É. Nord'],
  ['Jean-Luc Nord', 'J. Nord'],
  ['Min Woo Example', 'M. Example'],
  ['Bo Van Example', 'B. Van Example'],
  ['Dirk van der Example', 'D. van der Example'],
  ['James Hart du Nord', 'J. du Nord'],
  ['Victor Example Jr.', 'V. Example Jr.'],
  ['Victor Example, Jr.', 'V. Example Jr.'],
  ['Victor Example III', 'V. Example III'],
  ['J.T. Example', 'J.T. Example'],
  ['MJ Example', 'MJ Example'],
  ['Ronaldinho', 'Ronaldinho'],
  ['Victor Jr.', 'V. Jr.'],
  ['', ''],
])('%s is %s where columns are narrow', (fullName, shortName) => {
  expect(toShortName(fullName)).toBe(shortName)
})
