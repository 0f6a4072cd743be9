import { expect, it } from 'vitest'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import { testSeed } from '#test/support/test-random.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { advance, createForecastOf, type Forecast, readChances } from './forecast.ts'
import { playState } from './outlook.ts'
import { findRooting, type Rooting } from './rooting.ts'

const simulations = 40
const rounds = testRounds(12)

/** The same figures by simulating everything again with one golfer's score changed. */
function rootByBruteForce(create: () => Forecast, row: number): Pick<Rooting, 'fewer' | 'more'> {
  const run = (golfer: number, strokes: number) => {
    const forecast = create()
    if (forecast.outlook.playStates[golfer] === playState.plays) {
      forecast.outlook.toPar[golfer] = (forecast.outlook.toPar[golfer] ?? 0) + strokes
    }
    advance(forecast, simulations)
    const { win, topThree } = readChances(forecast)
    return { win: win[row] ?? 0, topThree: topThree[row] ?? 0 }
  }
  const base = run(0, 0)
  const changes = (strokes: number) => {
    const outcomes = Array.from({ length: create().event.players }, (_, golfer) => run(golfer, strokes))
    const column = (name: 'win' | 'topThree') =>
      Float64Array.from(outcomes, (outcome) => Math.round((outcome[name] - base[name]) * simulations) / simulations)
    return { win: column('win'), topThree: column('topThree') }
  }
  return { fewer: changes(-1), more: changes(1) }
}

it('equals a whole simulation for each golfer and stroke, with the same random numbers', () => {
  const seed = testSeed()
  let changed = 0
  for (let round = 0; round < rounds; round += 1) {
    const random = createRandomInteger(seed + round)
    const event = randomEvent(random)
    const picks = randomPicks(random, event.players, 2 + random(25))
    const row = random(picks.length / 4)
    const create = () => createForecastOf(event, picks, seed + round)
    const { fewer, more } = findRooting(create(), row, simulations)
    const expected = rootByBruteForce(create, row)
    expect({ fewer, more }, `pool ${round}`).toEqual(expected)
    if ([...fewer.win, ...more.topThree].some((change) => change !== 0)) changed += 1
  }
  // Six of ten random pools have such a change, so a higher limit would fail by chance.
  expect(changed).toBeGreaterThan(0)
}, 600_000)
