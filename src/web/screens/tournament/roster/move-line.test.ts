import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'
import { listNames } from '#web/screens/tournament/values/tier-list-parser.ts'
import type { TierTexts } from '#web/screens/tournament/values/tournament-values.ts'
import { moveLine } from './roster-edits.ts'

const texts: TierTexts = ['1. Ann Arbor +450\n\nBo Birch', 'Cy Cedar', '', 'Di Dogwood\nEd Elm\n']

test.each<[string, Tier, TierTexts]>([
  ['to the end of a tier', 1, ['\nBo Birch', 'Cy Cedar\n1. Ann Arbor +450', '', 'Di Dogwood\nEd Elm\n']],
  ['to an empty tier', 2, ['\nBo Birch', 'Cy Cedar', '1. Ann Arbor +450', 'Di Dogwood\nEd Elm\n']],
])('a line is moved as it was typed: %s', (_where, tier, moved) => {
  expect(moveLine(texts, { tier: 0, name: 'Ann Arbor' }, tier)).toEqual(moved)
})

test('whatever is moved, every name is still listed the same number of times', () => {
  const name = fc.constantFrom('Ann Arbor', '2. Bo Birch', '- Cy Cedar', 'Dí Dogwood', '', ' ', '12')
  const text = fc.array(name, { maxLength: 5 }).map((lines) => lines.join('\n'))
  const someTier = fc.constantFrom(...tiers)
  fc.assert(
    fc.property(fc.tuple(text, text, text, text), someTier, someTier, fc.nat(), (lists, from, to, movingIndex) => {
      const names = listNames(lists[from])
      const moving = names[movingIndex % names.length]
      if (moving === undefined) return
      const moved = moveLine(lists, { tier: from, name: moving }, to)
      const allOf = (all: TierTexts) =>
        all
          .flatMap((list) => list.split('\n'))
          .filter((line) => line.trim() !== '')
          .toSorted()
      expect(allOf(moved)).toEqual(allOf(lists))
      expect(listNames(moved[to])).toContain(moving)
    }),
  )
})
