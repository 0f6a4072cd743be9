import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Player } from '#domain/tournament/tournament.ts'
import { drawGolfer } from './pick-draw.ts'

function buildTier(size: number): Player[] {
  return Array.from({ length: size }, (_, order) => ({
    id: 100 + order,
    name: `Golfer ${order + 1}`,
    espnId: String(1000 + order),
    tier: 1,
    order,
  }))
}

const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
/** For each golfer of a tier, whether they can be drawn. */
const anyTier = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 })

describe('a drawn golfer', () => {
  test('can always be drawn, and there is one as long as anybody can', () => {
    fc.assert(
      fc.property(anyTier, anyRandom, (available, random) => {
        const tier = buildTier(available.length)
        const drawn = drawGolfer(tier, ({ order }) => available[order] === true, random)
        if (available.includes(true)) expect(available[drawn?.order ?? -1]).toBe(true)
        else expect(drawn).toBeUndefined()
      }),
    )
  })

  test('is number n of the tier with a chance proportional to 1 / n, whoever cannot be drawn', () => {
    const draws = 2000
    fc.assert(
      fc.property(anyTier, (available) => {
        const tier = buildTier(available.length)
        const counts = tier.map(() => 0)
        for (let draw = 0; draw < draws; draw += 1) {
          const drawn = drawGolfer(tier, ({ order }) => available[order] === true, (draw + 0.5) / draws)
          if (drawn !== undefined) counts[drawn.order] = (counts[drawn.order] ?? 0) + 1
        }
        const weights = available.map((isAvailable, order) => (isAvailable ? 1 / (order + 1) : 0))
        const sum = weights.reduce((total, weight) => total + weight, 0)
        for (const [order, weight] of weights.entries()) {
          const expected = sum === 0 ? 0 : (draws * weight) / sum
          // Each golfer has one interval of the evenly spaced numbers.
          expect(Math.abs((counts[order] ?? 0) - expected), `golfer ${order + 1}`).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 30 },
    )
  })
})
