import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { listCeremonySteps } from './ceremony.ts'
import { scorePool, standingAt } from './standings.ts'

/** With up to 600 rows: a few scores, which many share. */
const ceremonies = fc.tuple(poolCases, fc.integer({ min: 1, max: 20 })).map(([{ tournament, field }, times]) => {
  const entries = Array.from({ length: times }, (_, time) =>
    tournament.entries.map((entry) => ({ ...entry, id: entry.id + 100 * time, userId: entry.userId + 100 * time })),
  )
  const standings = scorePool(createPool({ ...tournament, entries: entries.flat() }), field)
  const steps = listCeremonySteps(standings).map((lines) => lines.map((line) => standingAt(standings, line)))
  return { standings, steps }
})

test('every entry with a place is revealed once, from the last place to the first', () => {
  fc.assert(
    fc.property(ceremonies, ({ standings, steps }) => {
      const lines = steps.toReversed().flatMap((step) => step.map(({ line }) => line))
      expect(lines).toEqual(Array.from({ length: standings.placed }, (_, line) => line))
    }),
  )
})

test('the first ten places come one by one; before them, several share a step of at most 30 entries', () => {
  fc.assert(
    fc.property(ceremonies, ({ steps }) => {
      for (const step of steps) {
        expect(step.length).toBeLessThanOrEqual(30)
        if (step.some(({ place }) => Number(place) <= 10)) expect(new Set(step.map(({ place }) => place)).size).toBe(1)
      }
      // A step ends where the next place would not fit in.
      const lower = steps.filter(([best]) => Number(best?.place) > 10)
      for (const [index, step] of lower.slice(1).entries()) {
        expect(step.length + (lower[index]?.length ?? 0)).toBeGreaterThan(30)
      }
    }),
  )
})

test('a shared place comes in one step, unless more share it than one step shows', () => {
  fc.assert(
    fc.property(ceremonies, ({ steps }) => {
      const places = steps.flatMap((step) => [...new Set(step.map(({ place }) => place))])
      const torn = places.filter((place, index) => places.indexOf(place) !== index)
      for (const place of torn) expect(steps.flat().filter((each) => each.place === place).length).toBeGreaterThan(30)
    }),
  )
})
