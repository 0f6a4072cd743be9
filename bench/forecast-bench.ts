import { advance, createForecastOf, type Forecast, readChances } from '#domain/forecast/forecast.ts'
import { findRooting } from '#domain/forecast/rooting.ts'
import {
  advanceSampled,
  createSampledPlaces,
  fullSimulations,
  readSampledChances,
} from '#domain/forecast/sampled-forecast.ts'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { simulatePlainly, toPlainEntries } from './plain-simulation.ts'

const rows = 3_000
const simulations = 1_000
const golfersPerTier = 39
const repeats = 9
/** The baseline is slow, so it runs fewer simulations and their time is scaled up. */
const plainSimulations = 50

/** A pool whose rivals are sampled. */
const largePool = { rows: 100_000, simulations: 4000, repeats: 2 } as const
const goalMegabytes = 50

/**
 * How long the chances of a whole pool take, compared with the same simulation over plain objects, and the rooting
 * figures of one user's three entries, compared with the chances. The cut is still to come, which is the slowest case.
 */
export function measureForecast(): Promise<BenchRow[]> {
  const create = createMoment()
  const [golfers, entries] = toPlainEntries(create().event, create().picks)
  const runPlainly = () => {
    for (const entry of entries) entry.places.length = 0
    for (let run = 0; run < plainSimulations; run += 1) simulatePlainly(create.outlook, golfers, entries)
  }
  const [forecasts, rooting, plainPart] = shortestMs<[() => void, () => unknown, () => void]>([
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
      isMet: times >= 20,
    },
    {
      name: 'rooting figures of all golfers, for three entries',
      figure: `${rooting.toPrecision(3)} ms`,
      value: rooting,
      baseline: forecasts,
      ratio: rooting / forecasts,
      goal: 'at most four times the chances',
      isMet: cost <= 4,
    },
    ...measureLargePool(),
  ])
}

/** All figures of a large pool with sampled rivals, compared with a simulation of all of them. */
function measureLargePool(): BenchRow[] {
  const create = createMoment(largePool.rows)
  let bytes = 0
  const runSampled = () => {
    const forecast = create({ limited: fullSimulations })
    advance(forecast, fullSimulations)
    const places = createSampledPlaces(forecast, [0, 1, 2])
    advanceSampled(places, largePool.simulations)
    bytes = countBytes([forecast, places, readSampledChances(forecast, places)])
  }
  const runAll = () => {
    const forecast = create()
    advance(forecast, largePool.simulations)
    readChances(forecast)
  }
  const [withSample, withAll] = shortestMs<[() => void, () => void]>([runSampled, runAll], largePool.repeats, 0)
  const megabytes = bytes / 2 ** 20
  const what = `${largePool.simulations.toLocaleString('en')} simulations of ${largePool.rows.toLocaleString('en')} rows`
  return [
    {
      name: `chances: ${what} against a sample of rivals, all rivals as the baseline`,
      figure: `${Math.round(withSample)} ms`,
      value: withSample,
      baseline: withAll,
      ratio: withAll / withSample,
      goal: 'faster than all rivals',
      isMet: withSample < withAll,
    },
    toLimitRow({
      name: 'memory of the same',
      figure: `${megabytes.toFixed(0)} MB`,
      value: megabytes,
      unit: ' MB',
      max: goalMegabytes,
    }),
  ]
}

/** The bytes of all arrays of numbers in an object. */
function countBytes(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  if (ArrayBuffer.isView(value)) return value.byteLength
  return Object.values(value).reduce<number>((sum, each) => sum + countBytes(each, seen), 0)
}

/** A field of 156 golfers in round 1 or 2, with the cut to come. */
function createMoment(count = rows): ((options?: { limited: number }) => Forecast) & { outlook: Forecast['outlook'] } {
  for (let seed = 1; ; seed += 1) {
    const random = createRandomInteger(seed)
    const event = randomEvent(random, golfersPerTier)
    if (event.cut === null) continue
    const cut = { afterRound: 2, top: 65, within: null }
    const picks = randomPicks(random, event.players, count)
    const create = (options = { limited: 0 }) => createForecastOf({ ...event, cut }, picks, seed, options)
    return Object.assign(create, { outlook: create().outlook })
  }
}

/**
 * The shortest of several alternating runs of each, after two to warm up, in CPU time: other load on the machine makes
 * runs longer, and long runs most.
 */
function shortestMs<Runs extends readonly (() => unknown)[]>(runs: Runs, turns = repeats, warmUps = 2) {
  const shortest = runs.map(() => Number.MAX_VALUE)
  for (let turn = -warmUps; turn < turns; turn += 1) {
    runs.forEach((run, index) => {
      const start = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(start)
      const time = (user + system) / 1000
      if (turn >= 0) shortest[index] = Math.min(shortest[index] ?? time, time)
    })
  }
  return shortest as { [Run in keyof Runs]: number }
}
