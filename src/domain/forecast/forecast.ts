import { type ForecastConstants, forecastConstants } from './constants.ts'
import type { EventSnapshot } from './event-state.ts'
import { type ForecastField, type RankedPlayer, toSnapshot } from './field-snapshot.ts'
import { createResults, type GolferResults, isOut, simulateGolfers } from './golfer-simulation.ts'
import { createOutlook, type Outlook } from './outlook.ts'
import { createPlaceBuckets, findPlace, type PlaceBuckets } from './place-buckets.ts'
import { type ForecastSeed, toSeed } from './random.ts'
import { disqualifiedCode, rowCodeCount, toRowCode } from './row-codes.ts'
import { reality, type Scenario } from './scenario.ts'

/** What a forecast is computed from. Everything survives structured cloning, so a worker can be sent it. */
export type ForecastInput = {
  /** The tournament's golfers, as `Pool.players`. */
  readonly players: readonly RankedPlayer[]
  /** As `Pool.picks`: four for each row, indexes into `players`. */
  readonly picks: Uint16Array
  readonly field: ForecastField
  readonly seed: ForecastSeed
  readonly scenario?: Scenario
}

/** A forecast under way: what is known, and the counts of the simulations so far. `advance` adds to it. */
export type Forecast = {
  readonly event: EventSnapshot
  readonly outlook: Outlook
  readonly picks: Uint16Array
  readonly rows: number
  readonly seed: number
  readonly buckets: PlaceBuckets
  /** For each row its count of simulations in each bucket of places. */
  readonly placeCounts: Uint16Array
  readonly golferCounts: GolferCounts
  /** Simulations so far. */
  simulations: number
}

/** In how many simulations a golfer does it, in columns by golfer. */
type GolferCounts = {
  readonly playsOn: Uint32Array
  readonly topTen: Uint32Array
  /** A share of the simulation each for those who tie for the lead: the play-off is a draw. */
  readonly wins: Float64Array
}

/** The most simulations of one forecast: counts have 16 bits. */
export const maxSimulations = 65_535

/** Prepares a forecast; it has no simulations yet. Takes about a millisecond. */
export function createForecast({ players, picks, field, seed, scenario = reality }: ForecastInput): Forecast {
  return createForecastOf(toSnapshot(players, field), picks, toSeed(seed), { scenario })
}

/** Prepares a forecast of an event that does not come from a leaderboard. */
export function createForecastOf(
  event: EventSnapshot,
  picks: Uint16Array,
  seed: number,
  { constants = forecastConstants, scenario = reality }: { constants?: ForecastConstants; scenario?: Scenario } = {},
): Forecast {
  const outlook = createOutlook(event, constants, scenario)
  const rows = picks.length / 4
  const buckets = createPlaceBuckets(rows)
  return {
    event,
    outlook,
    picks,
    rows,
    seed,
    buckets,
    placeCounts: new Uint16Array(rows * buckets.count),
    golferCounts: {
      playsOn: new Uint32Array(outlook.count),
      topTen: new Uint32Array(outlook.count),
      wins: new Float64Array(outlook.count),
    },
    simulations: 0,
  }
}

/**
 * Adds simulations until there are `until` of them. The figures are the same in whatever steps they were reached.
 * `first` is the number of the first one: forecasts with other numbers have nothing in common.
 */
export function advance(forecast: Forecast, until: number, first = 0): void {
  if (until > maxSimulations) throw new Error(`A forecast has at most ${maxSimulations} simulations, not ${until}`)
  const results = createResults(forecast.outlook)
  const rowCodes = new Uint16Array(forecast.rows)
  const counts = new Int32Array(rowCodeCount)
  for (; forecast.simulations < until; forecast.simulations += 1) {
    simulateGolfers(forecast.outlook, forecast.seed, first + forecast.simulations, results)
    countGolfers(forecast, results)
    countPlaces(forecast, results.codes, rowCodes, counts)
  }
}

/** Scores all rows of one simulation and counts the place of each. */
function countPlaces(forecast: Forecast, golferCodes: Int32Array, rowCodes: Uint16Array, counts: Int32Array): void {
  const { picks, rows, buckets, placeCounts } = forecast
  let [lowest, highest] = [rowCodeCount, -1]
  for (let row = 0; row < rows; row += 1) {
    const code = toRowCode(picks, row, golferCodes)
    if (code >= disqualifiedCode) {
      rowCodes[row] = disqualifiedCode
      continue
    }
    rowCodes[row] = code
    counts[code] = (counts[code] as number) + 1
    if (code < lowest) lowest = code
    if (code > highest) highest = code
  }
  let place = 1
  for (let code = lowest; code <= highest; code += 1) {
    const tied = counts[code] as number
    counts[code] = buckets.ofPlace[place] as number
    place += tied
  }
  for (let row = 0; row < rows; row += 1) {
    const code = rowCodes[row] as number
    const bucket = code === disqualifiedCode ? buckets.disqualified : (counts[code] as number)
    const index = row * buckets.count + bucket
    placeCounts[index] = (placeCounts[index] as number) + 1
  }
  if (highest >= lowest) counts.fill(0, lowest, highest + 1)
}

const topTen = 10
const golferScores = new Int32Array(1024)

/** Counts who plays on, who is among the best ten, and who wins. */
function countGolfers({ outlook, golferCounts }: Forecast, results: GolferResults): void {
  golferScores.fill(0)
  let best = golferScores.length
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    if (isOut(outlook, results, golfer)) continue
    const code = results.codes[golfer] as number
    golferScores[code] = (golferScores[code] as number) + 1
    if (code < best) best = code
  }
  let tenth = best
  for (let ahead = 0; tenth < golferScores.length; tenth += 1) {
    ahead += golferScores[tenth] as number
    if (ahead >= topTen) break
  }
  const share = 1 / (golferScores[best] ?? 1)
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    if (!missesCut(outlook, results, golfer))
      golferCounts.playsOn[golfer] = (golferCounts.playsOn[golfer] as number) + 1
    const code = results.codes[golfer] as number
    if (code <= tenth) golferCounts.topTen[golfer] = (golferCounts.topTen[golfer] as number) + 1
    if (code === best) golferCounts.wins[golfer] = (golferCounts.wins[golfer] as number) + share
  }
}

/** Missing the cut, or withdrawing before it; a withdrawal after it does not count. */
function missesCut(outlook: Outlook, results: GolferResults, golfer: number): boolean {
  return isOut(outlook, results, golfer) && results.withdrawn[golfer] !== 2
}

/** The figures of every row, in columns by row of the pool. All chances are shares from 0 to 1. */
export type Chances = {
  readonly simulations: number
  /** First place, shared or not: the sum over all rows is at least 1 unless everybody is disqualified. */
  readonly win: Float64Array
  readonly topThree: Float64Array
  readonly disqualified: Float64Array
  /** The places that hold the middle 80 % of the simulations, disqualified ones last; 0 is "disqualified". */
  readonly likelyBest: Int32Array
  readonly likelyWorst: Int32Array
}

/** Reads the figures of a forecast; it can be advanced further afterwards. */
export function readChances({ rows, buckets, placeCounts, simulations }: Forecast): Chances {
  const column = (count: (from: number) => number) =>
    Float64Array.from({ length: rows }, (_, row) => count(row * buckets.count) / Math.max(1, simulations))
  const place = (rank: number) =>
    Int32Array.from({ length: rows }, (_, row) => findPlace(buckets, placeCounts, row * buckets.count, rank))
  const placesUpTo = (last: number, from: number) => {
    let sum = 0
    for (let bucket = 0; bucket < Math.min(last, buckets.disqualified); bucket += 1)
      sum += placeCounts[from + bucket] as number
    return sum
  }
  return {
    simulations,
    win: column((from) => placesUpTo(1, from)),
    topThree: column((from) => placesUpTo(3, from)),
    disqualified: column((from) => placeCounts[from + buckets.disqualified] as number),
    likelyBest: place(Math.floor(simulations / 10) + 1),
    likelyWorst: place(simulations - Math.floor(simulations / 10)),
  }
}

/** The figures of every golfer, in columns: the tournament's golfers first, then the rest of the field. */
export type GolferChances = {
  /** Makes the cut or, once it has been made or without one, does not withdraw. */
  readonly playsOn: Float64Array
  /** Among the best ten and ties. */
  readonly topTen: Float64Array
  readonly wins: Float64Array
}

/** Reads the golfers' figures of a forecast. */
export function readGolferChances({ golferCounts, simulations }: Forecast): GolferChances {
  const toShares = (counts: Uint32Array | Float64Array) =>
    Float64Array.from(counts, (count) => count / Math.max(1, simulations))
  return {
    playsOn: toShares(golferCounts.playsOn),
    topTen: toShares(golferCounts.topTen),
    wins: toShares(golferCounts.wins),
  }
}
