import { advance, createForecastOf, type Forecast } from '#domain/forecast/forecast.ts'
import { findRooting } from '#domain/forecast/rooting.ts'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import type { BenchRow } from './bench-row.ts'
import { simulatePlainly, toPlainEntries } from './plain-simulation.ts'

const rows = 3_000
const simulations = 1_000
const golfersPerTier = 39
const repeats = 9
/** The baseline is slow: fewer simulations, and their time is multiplied. */
const plainSimulations = 50

/**
 * How long the chances of a whole pool take, compared with the same simulation over plain objects, and the rooting
 * figures of one person's three entries, compared with the chances. The cut is still to be made, which takes longest.
 */
export function measureForecast(): Promise<BenchRow[]> {
  const create = createMoment()
  const [golfers, entries] = toPlainEntries(create().event, create().picks)
  const runPlainly = () => {
    for (const entry of entries) entry.places.length = 0
    for (let run = 0; run < plainSimulations; run += 1) simulatePlainly(create.outlook, golfers, entries)
  }
  const [forecasts, rooting, plainPart] = shortestMs([
    () => advance(create(), simulations),
    () => findRooting(create(), [0, 1, 2], simulations),
    runPlainly,
  ])
  const plain = (plainPart * simulations) / plainSimulations
  const times = plain / forecasts
  const cost = rooting / forecasts
  return Promise.resolve([
    {
      name: `chances: ${simulations.toLocaleString('en')} simulations of ${rows.toLocaleString('en')} rows`,
      figure: `${forecasts.toPrecision(3)} ms`,
      value: forecasts,
      baseline: plain,
      ratio: times,
      goal: 'at least 20 times as fast as plain objects',
      met: times >= 20,
    },
    {
      name: 'rooting figures of all golfers, for three entries',
      figure: `${rooting.toPrecision(3)} ms`,
      value: rooting,
      baseline: forecasts,
      ratio: rooting / forecasts,
      goal: 'at most four times the chances',
      met: cost <= 4,
    },
  ])
}

/** A field of 156 golfers in round 1 or 2, with the cut to come. */
function createMoment(): (() => Forecast) & { outlook: Forecast['outlook'] } {
  for (let seed = 1; ; seed += 1) {
    const random = createRandomInteger(seed)
    const event = randomEvent(random, golfersPerTier)
    if (event.cut === null) continue
    const cut = { afterRound: 2, top: 65, within: null }
    const picks = randomPicks(random, event.players, rows)
    const create = () => createForecastOf({ ...event, cut }, picks, seed)
    return Object.assign(create, { outlook: create().outlook })
  }
}

/**
 * The shortest of some runs of each, in turns, after two to warm up, in processor time: other work on the machine adds
 * to a run, and more to a long one.
 */
function shortestMs(runs: readonly [() => unknown, () => unknown, () => unknown]): [number, number, number] {
  const shortest: [number, number, number] = [Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE]
  for (let turn = -2; turn < repeats; turn += 1) {
    runs.forEach((run, index) => {
      const start = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(start)
      const time = (user + system) / 1000
      if (turn >= 0) shortest[index] = Math.min(shortest[index] ?? time, time)
    })
  }
  return shortest
}
