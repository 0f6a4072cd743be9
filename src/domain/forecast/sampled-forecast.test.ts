import { describe, expect, it } from 'vitest'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import { advance, type Chances, createForecastOf, type Forecast, readChances } from './forecast.ts'
import { advanceSampled, createSampledPlaces, readSampledChances, sampleRivals } from './sampled-forecast.ts'

const rows = 3000
const golfersPerTier = 20
const size = { leaders: 100, others: 250 }
/** The comparison uses different simulations from the forecast: those of another seed. */
const truth = { simulations: 4000, seed: 1_000_000 }
const figures = ['win', 'topThree', 'disqualified'] as const

/** A random event with a large pool; `play` is one of several moments. */
function createPool(play: number, { limited = 0, seed = play } = {}): Forecast {
  const random = createRandomInteger(play)
  const event = randomEvent(random, golfersPerTier)
  return createForecastOf(event, randomPicks(random, event.players, rows), seed, { limited })
}

function simulateSample(play: number, wanted: readonly number[]) {
  const full = createPool(play, { limited: 500 })
  advance(full, 500)
  const sampled = createSampledPlaces(full, wanted, size)
  advanceSampled(sampled, 4000)
  return { full, sampled, chances: readSampledChances(full, sampled) }
}

function simulateAll(play: number): Chances {
  const forecast = createPool(play, { seed: truth.seed })
  advance(forecast, truth.simulations)
  return readChances(forecast)
}

const wanted = [3, 1499, 2999]
const moments = [1, 2, 3].map((play) => ({ play, ...simulateSample(play, wanted), all: simulateAll(play) }))

describe.each(moments)('a large pool at moment $play', ({ play, full, sampled, chances, all }) => {
  it('has figures within the stated error of a full simulation, 19 times out of 20', () => {
    for (const figure of figures) {
      const distances = Array.from(all[figure], (share, row) => {
        const own = chances.sampling?.errors[figure][row] ?? 0
        const ofTruth = 1.96 * Math.sqrt((share * (1 - share)) / truth.simulations)
        return Math.abs((chances[figure][row] ?? 0) - share) / Math.hypot(own, ofTruth)
      })
      const within = distances.filter((distance) => distance <= 1).length / rows
      expect(within, figure).toBeGreaterThan(0.93)
      expect(Math.max(...distances), figure).toBeLessThan(3)
    }
  })

  it('states a smaller error where all simulations count a row', () => {
    for (const row of wanted) {
      const share = chances.disqualified[row] ?? 0
      const error = chances.sampling?.errors.disqualified[row]
      expect(error).toBeLessThan(1.96 * Math.sqrt((share * (1 - share) + 0.001) / 3500))
    }
    expect(sampled.rows.subarray(0, 3)).toEqual(Uint32Array.from(wanted))
  })

  it('counts every row once among the rivals', () => {
    const { rows: rivals, weights } = sampleRivals(full, size)
    expect(new Set(rivals).size).toBe(350)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(rows)
    expect(sampleRivals(createPool(play), size)).toEqual({ rows: rivals, weights })
  })

  it('has places near those of a full simulation', () => {
    for (const row of sampled.rows) {
      const [now, then] = [chances.likelyBest[row] ?? 0, all.likelyBest[row] ?? 0]
      if (now === 0 || then === 0) continue
      // Two buckets, or the noise of the sample.
      expect(Math.abs(now - then), `row ${row}`).toBeLessThanOrEqual(Math.max(5, 0.2 * then, 0.03 * rows))
    }
  })
})

it('corrects that too many rows win among a sample', () => {
  const sums = { sampled: 0, corrected: 0, all: 0 }
  for (const { full, sampled, chances, all } of moments) {
    sampled.rows.forEach((row, index) => {
      sums.sampled += (sampled.placeCounts[index * full.buckets.count] ?? 0) / sampled.simulations
      sums.corrected += chances.win[row] ?? 0
      sums.all += all.win[row] ?? 0
    })
  }
  expect(sums.sampled / sums.all).toBeGreaterThan(1.1)
  expect(Math.abs(sums.corrected / sums.all - 1)).toBeLessThan(0.1)
})
