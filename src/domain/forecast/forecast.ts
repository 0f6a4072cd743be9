import type { EventSnapshot } from './event-state.ts'
import { type ForecastField, type RankedPlayer, toSnapshot } from './field-snapshot.ts'
import { createResults, type GolferResults, highestCode, outCode, simulateGolfers } from './golfer-simulation.ts'
import { createOutlook } from './outlook.ts'
import { createPlaceBuckets, findPlace, toPossible } from './place-buckets.ts'
import { type ForecastSeed, toSeed } from './random.ts'
import { createRankedRows, disqualifiedCode, type RankedRows, rankRows } from './ranked-rows.ts'
import { noScenario, type Scenario } from './scenario.ts'

/** The input of a forecast. It can be cloned (structured clone), so it can be sent to a worker. */
export type ForecastInput = {
  /** The tournament's golfers, as `Pool.players`. */
  readonly players: readonly RankedPlayer[]
  /** Four picks for each row, as indexes into `players` (`Pool.picks`). */
  readonly picks: Uint16Array
  readonly field: ForecastField
  readonly seed: ForecastSeed
  readonly scenario?: Scenario
}

/** The most simulations of one forecast: counts have 16 bits. */
const maxSimulations = 65_535

/** Rows of the largest pool with chances: 10,000 people with three entries each (docs/forecast.md, 6). */
export const mostForecastRows = 30_000

/** Prepares a forecast; it has no simulations yet. Takes about a millisecond. */
export function createForecast({ players, picks, field, seed, scenario }: ForecastInput): Forecast {
  return createForecastOf(toSnapshot(players, field), picks, toSeed(seed), scenario)
}

/** A forecast under way: what is known, and the counts of the simulations so far. `advance` adds to it. */
export type Forecast = ReturnType<typeof createForecastOf>

/** Prepares a forecast of an event that does not come from a leaderboard. */
export function createForecastOf(
  event: EventSnapshot,
  picks: Uint16Array,
  seed: number,
  scenario: Scenario = noScenario,
) {
  const outlook = createOutlook(event, scenario)
  const rows = picks.length / 4
  const buckets = createPlaceBuckets(rows)
  return {
    event,
    outlook,
    /** Four picks for each row (`Pool.picks`). */
    picks,
    rows,
    seed,
    buckets,
    /** The number of simulations by row and bucket of places. */
    placeCounts: new Uint16Array(rows * buckets.count),
    /** The fewest and most rows that were ahead of each row in one of the first simulations; `most` is -1 without a place. */
    ahead: { fewest: new Int32Array(rows).fill(rows), most: new Int32Array(rows).fill(-1) },
    /** The number of simulations in which a golfer plays on or is among the best ten, in columns by golfer. */
    golferCounts: { playsOn: new Uint32Array(outlook.count), topTen: new Uint32Array(outlook.count) },
    simulations: 0,
  }
}

/** Adds simulations until there are `until` of them. The figures do not depend on the step size. */
export function advance(forecast: Forecast, until: number): void {
  if (until > maxSimulations) throw new Error(`A forecast has at most ${maxSimulations} simulations, not ${until}`)
  const results = createResults(forecast.outlook)
  const ranked = createRankedRows(forecast.picks)
  for (; forecast.simulations < until; forecast.simulations += 1) {
    simulateGolfers(forecast.outlook, forecast.seed, forecast.simulations, results)
    countGolfers(forecast, results)
    rankRows(ranked, results)
    countPlaces(forecast, ranked)
    observePlaces(forecast, ranked)
  }
}

function countPlaces({ buckets, placeCounts }: Forecast, { codes, below }: RankedRows): void {
  for (let row = 0, from = 0; row < codes.length; row += 1, from += buckets.count) {
    const index = from + (buckets.ofRowsBelow[below[codes[row] as number] as number] as number)
    placeCounts[index] = (placeCounts[index] as number) + 1
  }
}

/** The number of first simulations that are searched for the places of a bucket that a row can have. All would take twice the time. */
const observedSimulations = 250

function observePlaces({ rows, ahead, simulations }: Forecast, { codes, below }: RankedRows): void {
  if (simulations >= observedSimulations) return
  for (let row = 0; row < rows; row += 1) {
    const code = codes[row] as number
    if (code === disqualifiedCode) continue
    const rowsAhead = below[code] as number
    ahead.fewest[row] = Math.min(ahead.fewest[row] as number, rowsAhead)
    ahead.most[row] = Math.max(ahead.most[row] as number, rowsAhead)
  }
}

const topTen = 10
const golfersAt = new Int32Array(highestCode + 1)

/** Counts who plays on and who is among the best ten. */
function countGolfers({ outlook, golferCounts }: Forecast, results: GolferResults): void {
  const { codes } = results
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    const code = codes[golfer] as number
    if (code !== outCode) golfersAt[code] = (golfersAt[code] as number) + 1
  }
  const tenth = findTenth(results.highest)
  golfersAt.fill(0, 0, results.highest + 1)
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    const code = codes[golfer] as number
    const playsOn = code !== outCode || results.withdrawn[golfer] === 2 ? 1 : 0
    golferCounts.playsOn[golfer] = (golferCounts.playsOn[golfer] as number) + playsOn
    if (code <= tenth) golferCounts.topTen[golfer] = (golferCounts.topTen[golfer] as number) + 1
  }
}

/** The code that ten golfers have or better; the highest one if there are fewer. */
function findTenth(highest: number): number {
  let code = 0
  for (let seen = golfersAt[0] as number; seen < topTen && code < highest; ) {
    code += 1
    seen += golfersAt[code] as number
  }
  return code
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

/** The chances of a row. */
export type ChanceFigure = 'win' | 'topThree' | 'disqualified'

/** Reads the figures of a forecast; it can be advanced further afterwards. */
export function readChances({ rows, buckets, placeCounts, ahead, simulations }: Forecast): Chances {
  const chances: Chances = {
    simulations,
    win: new Float64Array(rows),
    topThree: new Float64Array(rows),
    disqualified: new Float64Array(rows),
    likelyBest: new Int32Array(rows),
    likelyWorst: new Int32Array(rows),
  }
  const tenth = Math.floor(simulations / 10)
  const [best, topThree] = [Math.min(1, buckets.disqualified), Math.min(3, buckets.disqualified)]
  const total = Math.max(1, simulations)
  for (let row = 0, from = 0; row < rows; row += 1, from += buckets.count) {
    let sum = 0
    for (let bucket = 0; bucket < topThree; bucket += 1) {
      sum += placeCounts[from + bucket] as number
      if (bucket + 1 === best) chances.win[row] = sum / total
    }
    chances.topThree[row] = sum / total
    chances.disqualified[row] = (placeCounts[from + buckets.disqualified] as number) / total
    chances.likelyBest[row] = toPossible(ahead, row, findPlace(buckets, placeCounts, from, tenth + 1))
    chances.likelyWorst[row] = toPossible(ahead, row, findPlace(buckets, placeCounts, from, simulations - tenth))
  }
  return chances
}

/**
 * Reads the golfers' figures of a forecast, in columns: the tournament's golfers first, then the rest of the field.
 * `playsOn`: makes the cut or, once it has been made or without one, does not withdraw. `topTen`: among the best ten and ties.
 */
export function readGolferChances({ golferCounts, simulations }: Forecast) {
  const toShares = (counts: Uint32Array) => Float64Array.from(counts, (count) => count / Math.max(1, simulations))
  return { playsOn: toShares(golferCounts.playsOn), topTen: toShares(golferCounts.topTen) }
}
