import { type ChanceFigure, type Chances, type Forecast, readChances, type Sampling } from './forecast.ts'
import { createResults, highestCode, outCode, simulateGolfers } from './golfer-simulation.ts'
import { type Outlook, playState } from './outlook.ts'
import { findPlace, toPossible } from './place-buckets.ts'
import { nextRandom, startOfSimulation } from './random.ts'
import { createRankedRows, disqualifiedCode, lowestOf, type RankedRows, rankRows, toRowCode } from './ranked-rows.ts'

/** In a pool of more rows the rivals are sampled (docs/forecast.md). */
export const mostRowsInFull = 30_000

/** Simulations of a large pool in which every row is scored. */
export const fullSimulations = 500

/** Rows at the top by expected score, who are all scored, and rows of all others. */
const sizes = { leaders: 2000, others: 8000 } as const

/** Rows that are most often in the top three: their places are counted in every simulation. */
const contenders = 1000

/** Rivals, each of whom stands for `weights` rows. */
export type RivalSample = { readonly rows: Uint32Array; readonly weights: Uint16Array }

/**
 * Every row near the top by expected score, and one row at random of each stretch of the rest in that order. The same
 * for everybody: it depends on the forecast alone.
 */
export function sampleRivals(forecast: Forecast, { leaders, others }: typeof sizes | SampleSizes = sizes): RivalSample {
  const sorted = sortByExpectedScore(forecast)
  const top = Math.min(leaders, sorted.length)
  const rest = sorted.length - top
  const stretches = Math.min(others, rest)
  const rows = new Uint32Array(top + stretches)
  const weights = new Uint16Array(top + stretches).fill(1)
  rows.set(sorted.subarray(0, top))
  let random = startOfSimulation(forecast.seed, -2)
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * rest) / stretches)
    const size = Math.floor(((stretch + 1) * rest) / stretches) - from
    random = nextRandom(random)
    rows[top + stretch] = sorted[top + from + ((random >>> 8) % size)] as number
    weights[top + stretch] = size
  }
  return { rows, weights }
}

export type SampleSizes = { readonly leaders: number; readonly others: number }

/** All rows, best first, by the score that is expected of their golfers; equal ones in the pool's order. */
function sortByExpectedScore({ outlook, picks, rows }: Forecast): Uint32Array {
  const codes = toExpectedCodes(outlook)
  const rowCodes = Uint16Array.from({ length: rows }, (_, row) =>
    lowestOf(disqualifiedCode, toRowCode(picks, row, codes)),
  )
  return sortRows(rowCodes, disqualifiedCode)
}

/** In quarters of a stroke from the best golfer on. */
function toExpectedCodes({ count, playStates, toPar, before, after }: Outlook): Int32Array {
  const quarters = Int32Array.from(toPar, (score, golfer) =>
    Math.floor(4 * (score + (before.mean[golfer] as number) + (after.mean[golfer] as number)) + 0.5),
  )
  let lowest = Number.MAX_SAFE_INTEGER
  for (let golfer = 0; golfer < count; golfer += 1) {
    if (playStates[golfer] !== playState.out) lowest = Math.min(lowest, quarters[golfer] as number)
  }
  return quarters.map((score, golfer) =>
    playStates[golfer] === playState.out ? outCode : Math.min(highestCode, score - lowest),
  )
}

/** Rows by a whole number from 0 to `highest`; equal ones stay in their order. */
function sortRows(keys: Uint16Array, highest: number): Uint32Array {
  const next = new Uint32Array(highest + 2)
  for (const key of keys) next[key + 1] = (next[key + 1] as number) + 1
  for (let key = 1; key < next.length; key += 1) next[key] = (next[key] as number) + (next[key - 1] as number)
  const sorted = new Uint32Array(keys.length)
  keys.forEach((key, row) => {
    sorted[next[key] as number] = row
    next[key] = (next[key] as number) + 1
  })
  return sorted
}

/** By row, in the simulations that were also made in full. */
type Comparison = {
  /** The full simulations in which it happens. */
  readonly full: Uint16Array
  /** Those in which it happens among the sampled rivals. */
  readonly sampled: Uint16Array
  /** Those in which the two differ. */
  readonly different: Uint16Array
}

/** The places of some rows among the sampled rivals, under way. `advanceSampled` adds to it. */
export type SampledPlaces = ReturnType<typeof createSampledPlaces>

/**
 * Prepares the second part of a large pool's forecast. `full` must have been advanced to `fullSimulations` and have kept
 * its limits. Counted are the rows asked for, and those that are most often in the top three.
 */
export function createSampledPlaces(full: Forecast, wanted: readonly number[], size?: SampleSizes) {
  const rows = Uint32Array.from(new Set([...wanted, ...listContenders(full)]))
  const comparison = (): Comparison => ({
    full: new Uint16Array(rows.length),
    sampled: new Uint16Array(rows.length),
    different: new Uint16Array(rows.length),
  })
  return {
    full,
    rivals: sampleRivals(full, size),
    /** The rows whose places are counted. */
    rows,
    /** For each of them its count of simulations in each bucket of places. */
    placeCounts: new Uint16Array(rows.length * full.buckets.count),
    /** Simulations that were also made in full, and what they showed. */
    both: { win: comparison(), topThree: comparison() },
    simulations: 0,
  }
}

function listContenders({ rows, buckets, placeCounts, simulations }: Forecast): Uint32Array {
  const misses = Uint16Array.from({ length: rows }, (_, row) => {
    const from = row * buckets.count
    const inTopThree = placeCounts.subarray(from, from + Math.min(3, buckets.disqualified))
    return simulations - inTopThree.reduce((sum, count) => sum + count, 0)
  })
  return sortRows(misses, simulations).subarray(0, contenders)
}

/** Adds simulations until there are `until` of them, the full forecast's own first. */
export function advanceSampled(sampled: SampledPlaces, until: number): void {
  const { full, rivals, rows } = sampled
  const results = createResults(full.outlook)
  const rankedRivals = createRankedRows(picksOf(full, rivals.rows), rivals.weights)
  const picks = picksOf(full, rows)
  for (; sampled.simulations < until; sampled.simulations += 1) {
    simulateGolfers(full.outlook, full.seed, sampled.simulations, results)
    rankRows(rankedRivals, results)
    countRows(sampled, picks, results.codes, rankedRivals)
  }
}

function picksOf({ picks }: Forecast, rows: Uint32Array): Uint16Array {
  return Uint16Array.from(
    { length: rows.length * 4 },
    (_, pick) => picks[(rows[pick >> 2] as number) * 4 + (pick & 3)] as number,
  )
}

function countRows(sampled: SampledPlaces, picks: Uint16Array, golferCodes: Int32Array, { below }: RankedRows): void {
  const { full, rows, placeCounts, both, simulations } = sampled
  const limits = simulations < full.simulations ? full.limits : null
  const [first, third] = [limits?.first[simulations] ?? 0, limits?.third[simulations] ?? 0]
  for (let index = 0; index < rows.length; index += 1) {
    const code = lowestOf(disqualifiedCode, toRowCode(picks, index, golferCodes))
    // All rivals, with the rows that they stand for, can be ahead of a row that has a place nevertheless: the last one.
    const rowsAhead = code === disqualifiedCode ? full.rows : Math.min(below[code] as number, full.rows - 1)
    const bucket = full.buckets.ofRowsBelow[rowsAhead] as number
    const countIndex = index * full.buckets.count + bucket
    placeCounts[countIndex] = (placeCounts[countIndex] as number) + 1
    if (limits === null || code === disqualifiedCode) continue
    compare(both.win, index, code <= first, bucket < 1)
    compare(both.topThree, index, code <= third, bucket < 3)
  }
}

function compare({ full, sampled, different }: Comparison, index: number, inFull: boolean, inSample: boolean): void {
  if (inFull) full[index] = (full[index] as number) + 1
  if (inSample) sampled[index] = (sampled[index] as number) + 1
  if (inFull !== inSample) different[index] = (different[index] as number) + 1
}

/** 19 times out of 20, a normal deviate is within so many standard deviations. */
const deviations = 1.96

/**
 * The figures of a large pool: of every row from the full simulations, and of the rows whose places were counted among
 * the sampled rivals from all of them. A sample of rivals lets too many rows win; the simulations that were made both
 * ways say by how much, so the chances are right on average.
 */
export function readSampledChances(full: Forecast, sampled: SampledPlaces | null): Chances {
  const chances = readChances(full)
  const errorsOf = (shares: Float64Array) =>
    Float32Array.from(shares, (share) => deviations * Math.sqrt(toVariance(share * full.simulations, full.simulations)))
  const errors = {
    win: errorsOf(chances.win),
    topThree: errorsOf(chances.topThree),
    disqualified: errorsOf(chances.disqualified),
  }
  if (sampled !== null) readCounted(sampled, chances, errors)
  const simulations = Math.max(full.simulations, sampled?.simulations ?? 0)
  return { ...chances, simulations, sampling: { rivals: sampled?.rivals.rows.length ?? full.rows, errors } }
}

/** The variance of a share, with two cases added each way: nothing seen in 500 simulations is not nothing. */
function toVariance(cases: number, simulations: number): number {
  const share = (cases + 2) / (simulations + 4)
  return (share * (1 - share)) / Math.max(1, simulations)
}

function readCounted(sampled: SampledPlaces, chances: Chances, errors: Sampling['errors']): void {
  const { full, rows, placeCounts, both, simulations } = sampled
  const { buckets } = full
  const tenth = Math.floor(simulations / 10)
  const countUpTo = (places: number, from: number) => {
    let sum = 0
    for (let bucket = 0; bucket < Math.min(places, buckets.disqualified); bucket += 1) {
      sum += placeCounts[from + bucket] as number
    }
    return sum
  }
  const write = (figure: ChanceFigure, row: number, cases: number, correction: number, variance: number) => {
    chances[figure][row] = Math.max(0, Math.min(1, cases / simulations + correction))
    errors[figure][row] = deviations * Math.sqrt(toVariance(cases, simulations) + variance)
  }
  const writeCompared = (figure: 'win' | 'topThree', row: number, index: number, cases: number) => {
    const { full: inFull, sampled: inSample, different } = both[figure]
    const correction = ((inFull[index] as number) - (inSample[index] as number)) / full.simulations
    write(figure, row, cases, correction, toVariance(different[index] as number, full.simulations))
  }
  rows.forEach((row, index) => {
    const from = index * buckets.count
    writeCompared('win', row, index, countUpTo(1, from))
    writeCompared('topThree', row, index, countUpTo(3, from))
    write('disqualified', row, placeCounts[from + buckets.disqualified] as number, 0, 0)
    // Among a sample of the rivals, a row can have places that are impossible among all of them.
    chances.likelyBest[row] = toPossible(full.ahead, row, findPlace(buckets, placeCounts, from, tenth + 1))
    chances.likelyWorst[row] = toPossible(full.ahead, row, findPlace(buckets, placeCounts, from, simulations - tenth))
  })
}
