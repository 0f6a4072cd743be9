import { countedPerEntry } from '../standings/scoring.ts'
import type { GolferResults } from './golfer-simulation.ts'
import type { PlaceBuckets } from './place-buckets.ts'
import { disqualifiedCode } from './row-codes.ts'

/** The rows of a forecast, and what has been counted of them so far. */
export type CountedRows = {
  /** As `Pool.picks`: four golfers for each row. */
  readonly picks: Uint16Array
  readonly rows: number
  readonly buckets: PlaceBuckets
  /** For each row its count of simulations in each bucket of places. */
  readonly placeCounts: Uint16Array
  /** The code needed in each simulation to win and to be in the top three; null unless requested. */
  readonly limits: PlaceLimits | null
  /** Simulations so far. */
  readonly simulations: number
}

/** The highest row code that is in first place, and the highest that is in the top three, by simulation. */
export type PlaceLimits = { readonly first: Uint16Array; readonly third: Uint16Array }

/**
 * Scores all rows of four simulations and counts the place of each: in two pairs, as the codes of two simulations fit in
 * one integer, and with one pass over the counts of places, which for a large pool are far larger than the processor's cache.
 * No pass over the rows has a branch: nobody can foresee which row is disqualified, or which golfer is dropped.
 */
export type RowBatch = {
  /** By pair, the golfers' codes: of the first simulation in the lower 16 bits, of the second in the upper ones. */
  readonly golferCodes: readonly [Int32Array, Int32Array]
  /** By pair, the rows' codes in the same way. */
  readonly rowCodes: readonly [Int32Array, Int32Array]
  /** Rows with each code in both simulations of a pair. All items are 0 between two pairs. */
  readonly counts: readonly [Int32Array, Int32Array]
  /** By simulation, the highest code of a golfer, and the bucket of the place of each row code. */
  readonly highest: Int32Array
  readonly bucketOfCode: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
}

export const simulationsPerBatch = 4

/** Memory for four simulations of all rows, and of so many golfers. */
export function createRowBatch({ rows, buckets }: CountedRows, golfers: number): RowBatch {
  const codes = () => new Int32Array(disqualifiedCode + 1)
  const bucketOfCode = () => new Uint8Array(disqualifiedCode + 1).fill(buckets.disqualified)
  return {
    golferCodes: [new Int32Array(golfers), new Int32Array(golfers)],
    rowCodes: [new Int32Array(rows), new Int32Array(rows)],
    counts: [codes(), codes()],
    highest: new Int32Array(simulationsPerBatch),
    bucketOfCode: [bucketOfCode(), bucketOfCode(), bucketOfCode(), bucketOfCode()],
  }
}

/** Takes the golfers' codes of one simulation: slot 0 to 3, in this order. */
export function addSimulation({ golferCodes, highest }: RowBatch, slot: number, results: GolferResults): void {
  const packed = golferCodes[slot >> 1] as Int32Array
  const { codes } = results
  highest[slot] = results.highest
  if ((slot & 1) === 0) packed.set(codes)
  else for (let golfer = 0; golfer < packed.length; golfer += 1) packed[golfer] = pack(packed, codes, golfer)
}

function pack(lower: Int32Array, upper: Int32Array, golfer: number): number {
  return (lower[golfer] as number) | ((upper[golfer] as number) << 16)
}

/** Scores the rows of as many simulations as were added, and counts their places in the forecast. */
export function countPlaces(counted: CountedRows, batch: RowBatch, size: number): void {
  for (let slot = 0; slot < size; slot += 2) {
    scoreRows(counted, batch, slot >> 1)
    findPlaces(counted, batch, slot, 0)
    if (slot + 1 < size) findPlaces(counted, batch, slot + 1, 1)
    else batch.counts[1].fill(0)
  }
  addPlaces(counted, batch, size)
}

/** Scores all rows of a pair of simulations, and counts the rows with each code. */
function scoreRows({ picks, rows }: CountedRows, { golferCodes, rowCodes, counts }: RowBatch, pair: number): void {
  const golfers = golferCodes[pair] as Int32Array
  const scored = rowCodes[pair] as Int32Array
  for (let row = 0, pick = 0; row < rows; row += 1, pick += 4) {
    const a = golfers[picks[pick] as number] as number
    const b = golfers[picks[pick + 1] as number] as number
    const c = golfers[picks[pick + 2] as number] as number
    const d = golfers[picks[pick + 3] as number] as number
    scored[row] = lowerOf(bothDisqualified, a + b + c + d - higherOf(higherOf(a, b), higherOf(c, d)))
  }
  const [first, second] = counts
  for (let row = 0; row < rows; row += 1) {
    const codes = scored[row] as number
    first[codes & 0xffff] = (first[codes & 0xffff] as number) + 1
    second[codes >>> 16] = (second[codes >>> 16] as number) + 1
  }
}

const bothDisqualified = disqualifiedCode | (disqualifiedCode << 16)

/** The top bit of both halves, which no code uses. */
const topBits = 0x80008000 | 0

/** In each half the higher of two codes below 2 ** 15: see `toRowCode` for the same of single codes. */
function higherOf(a: number, b: number): number {
  const difference = (a | topBits) - b
  return b + (difference & whereNotNegative(difference))
}

function lowerOf(a: number, b: number): number {
  const difference = (b | topBits) - a
  return b - (difference & whereNotNegative(difference))
}

/** All bits of a half but the top one where the difference kept the top bit: where it is not negative. */
function whereNotNegative(difference: number): number {
  const kept = difference & topBits
  return kept - (kept >>> 15)
}

/** Works out the place of every code of a simulation, and sets the counts back to 0. */
function findPlaces({ buckets, limits, simulations }: CountedRows, batch: RowBatch, slot: number, half: 0 | 1): void {
  const counts = batch.counts[half]
  const bucketOfCode = batch.bucketOfCode[slot] as Uint8Array
  const end = countedPerEntry * (batch.highest[slot] as number) + 1
  if (limits !== null) keepLimits(limits, simulations + slot, counts, end)
  let place = 1
  for (let code = 0; code < end; code += 1) {
    bucketOfCode[code] = buckets.ofPlace[place] as number
    place += counts[code] as number
    counts[code] = 0
  }
  counts[disqualifiedCode] = 0
}

function keepLimits({ first, third }: PlaceLimits, simulation: number, counts: Int32Array, end: number): void {
  for (let code = 0, place = 1; code < end && place <= 3; code += 1) {
    if (place === 1) first[simulation] = code
    third[simulation] = code
    place += counts[code] as number
  }
}

/** Counts the places of all rows in `size` simulations; those beyond it count 0. */
function addPlaces(
  { rows, buckets, placeCounts }: CountedRows,
  { rowCodes, bucketOfCode }: RowBatch,
  size: number,
): void {
  const [first, second] = rowCodes
  const [a, b, c, d] = bucketOfCode
  const [one, two, three] = [Number(size > 1), Number(size > 2), Number(size > 3)]
  for (let row = 0, from = 0; row < rows; row += 1, from += buckets.count) {
    const codes = first[row] as number
    const others = second[row] as number
    addTo(placeCounts, from + (a[codes & 0xffff] as number), 1)
    addTo(placeCounts, from + (b[codes >>> 16] as number), one)
    addTo(placeCounts, from + (c[others & 0xffff] as number), two)
    addTo(placeCounts, from + (d[others >>> 16] as number), three)
  }
}

function addTo(counts: Uint16Array, index: number, amount: number): void {
  counts[index] = (counts[index] as number) + amount
}
