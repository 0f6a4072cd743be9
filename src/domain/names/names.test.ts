import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldTransliterations } from './comparable-name.ts'
import { foldName, foldWords } from './folded-names.ts'
import { toShortName } from './names.ts'

describe('the short name', () => {
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
    ['Victor Example V', 'V. Example V'],
    ['J.T. Example', 'J.T. Example'],
    ['MJ Example', 'MJ Example'],
    ['Ronaldinho', 'Ronaldinho'],
    ['Victor Jr.', 'V. Jr.'],
    ['Victor Example,Jr.', 'V. Example Jr.'],
    ['  Victor  Example ', 'V. Example'],
    ['McT Example', 'M. Example'],
    ['Bo Example Van', 'B. Van'],
    ['', ''],
  ])('of %j is %j', (fullName, shortName) => {
    expect(toShortName(fullName)).toBe(shortName)
  })
})

describe('the folded name', () => {
  test.each([
    ['Nicolai Højgaard', 'nicolai hojgaard'],
    ['Ludvig Åberg', 'ludvig aberg'],
    ['Emil Hollenbrück', 'emil hollenbruck'],
    ['J.T. Poston', 'jt poston'],
    ['Sean O’Hair', 'sean ohair'],
    ['Grace Bagshawe-Flint', 'grace bagshawe flint'],
    ['Łukasz Groß', 'lukasz gross'],
    [' Bo  - Nord. ', 'bo nord'],
    ['Ne\u20dd Nord', 'ne nord'],
  ])('of %s is %s', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })

  test('is the same however an accent is encoded', () => {
    expect(foldName('A\u030aberg')).toBe(foldName('Åberg'))
  })

  test('of a query has its words, whatever separates them', () => {
    expect(foldWords('  Scheffler,\tMcIlroy ')).toEqual(['scheffler', 'mcilroy'])
    expect(foldWords(' - ')).toEqual([])
  })
})

type Recorded = { readonly displayName: string; readonly shortName?: string }

const folder = process.env['FEED_CAPTURES']

/** Every golfer in the JSON files below the folder, once for each way the feed writes their name. */
function listRecordedGolfers(root: string): Recorded[] {
  const found = new Map<string, Recorded>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('displayName' in value && typeof value.displayName === 'string' && 'amateur' in value) {
      found.set(JSON.stringify([value.displayName, 'shortName' in value]), value as Recorded)
    }
    for (const child of Object.values(value)) collect(child)
  }
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (file.name.endsWith('.json')) collect(JSON.parse(readFileSync(join(file.parentPath, file.name), 'utf8')))
  }
  return [...found.values()]
}

describe.runIf(folder)('the recorded golfers', () => {
  const golfers = folder ? listRecordedGolfers(folder) : []

  test('have the short name that the feed gives them', () => {
    const shortened = golfers.filter(({ shortName }) => shortName !== undefined)
    expect(shortened.length).toBeGreaterThan(0)
    expect(shortened.map(({ displayName }) => toShortName(displayName))).toEqual(
      shortened.map(({ shortName }) => shortName),
    )
  })

  test('are found by name, typed in plain letters', () => {
    for (const { displayName } of golfers) expect(foldName(displayName)).toMatch(/^[a-z]+( [a-z]+)*$/)
  })
})

test('alternative transliterations fold to the same text', () => {
  const letters = fc.constantFrom('a', 'b', 'e', 'o', 'u', 'å', 'ä', 'æ', 'ö', 'ø', 'ü', 'n')
  const single: Record<string, string> = { å: 'a', ä: 'a', æ: 'ae', ö: 'o', ø: 'o', ü: 'u' }
  const double: Record<string, string> = { å: 'aa', ä: 'ae', æ: 'ae', ö: 'oe', ø: 'oe', ü: 'ue' }
  fc.assert(
    fc.property(fc.array(letters), (word) => {
      const write = (table: Record<string, string>) => word.map((letter) => table[letter] ?? letter).join('')
      expect(foldTransliterations(write(double))).toBe(foldTransliterations(write(single)))
    }),
  )
})
