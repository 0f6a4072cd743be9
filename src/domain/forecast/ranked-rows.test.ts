import { expect, it } from 'vitest'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import { testSeed } from '#test/support/test-random.ts'
import { advance, createForecastOf } from './forecast.ts'
import { createResults, simulateGolfers } from './golfer-simulation.ts'
import { disqualifiedCode, lowestOf, toRowCode } from './ranked-rows.ts'

const pools = 60

it('counts the places of rows that are scored one by one', () => {
  const seed = testSeed()
  for (let pool = 0; pool < pools; pool += 1) {
    const random = createRandomInteger(seed + pool)
    const event = randomEvent(random)
    const picks = randomPicks(random, event.players, 1 + random(25))
    const simulations = 1 + (pool % 9)
    const forecast = createForecastOf(event, picks, seed)
    advance(forecast, simulations)
    const { outlook, rows, buckets } = forecast
    const expected = new Uint16Array(forecast.placeCounts.length)
    const results = createResults(outlook)
    for (let simulation = 0; simulation < simulations; simulation += 1) {
      simulateGolfers(outlook, seed, simulation, results)
      const codes = Array.from({ length: rows }, (_, row) =>
        lowestOf(disqualifiedCode, toRowCode(picks, row, results.codes)),
      )
      codes.forEach((code, row) => {
        const place = 1 + codes.filter((other) => other < code).length
        const isInBucket = (first: number, at: number) => place >= first && place < (buckets.firstPlaces[at + 1] ?? 0)
        const bucket = code === disqualifiedCode ? buckets.disqualified : buckets.firstPlaces.findIndex(isInBucket)
        expected[row * buckets.count + bucket] = (expected[row * buckets.count + bucket] as number) + 1
      })
    }
    expect(forecast.placeCounts, `pool ${pool}`).toEqual(expected)
  }
})
