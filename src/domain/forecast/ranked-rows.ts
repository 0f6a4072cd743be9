import { countedPerEntry } from '#domain/standings/scoring.ts'
import { type GolferResults, highestCode, outCode } from './golfer-simulation.ts'

/** Rows of a pool, and in one simulation their codes and how they rank. */
export type RankedRows = ReturnType<typeof createRankedRows>

/** Memory to rank rows. */
export function createRankedRows(picks: Uint16Array) {
  return {
    /** Four picks for each row (`Pool.picks`). */
    picks,
    codes: new Int32Array(picks.length / 4),
    /** The number of rows with a lower code, by code up to `highest + 1`; for `disqualifiedCode` all rows. */
    below: new Int32Array(disqualifiedCode + 1),
    /** The highest code that a row with a place can have. */
    highest: -1,
  }
}

/** Ranks all rows by the results of a simulation. No branch depends on a row: nobody can foresee which one is disqualified. */
export function rankRows(ranked: RankedRows, results: GolferResults): void {
  const { picks, codes, below } = ranked
  below.fill(0)
  for (let row = 0; row < codes.length; row += 1) {
    const code = lowestOf(disqualifiedCode, toRowCode(picks, row, results.codes))
    codes[row] = code
    below[code] = (below[code] as number) + 1
  }
  ranked.highest = countedPerEntry * results.highest
  let sum = 0
  for (let code = 0; code <= ranked.highest + 1; code += 1) {
    const rows = below[code] as number
    below[code] = sum
    sum += rows
  }
  below[disqualifiedCode] = sum + (below[disqualifiedCode] as number)
}

/** The rows with a code lower than this one, which may be lower than 0. */
export function countBelow({ below, highest }: RankedRows, code: number): number {
  return code < 0 ? 0 : (below[Math.min(code, highest + 1)] as number)
}

/**
 * The code of a disqualified row, and every higher one. A row with a place has at most three times `highestCode`, and one
 * with two golfers who are out nearly `outCode`: a stroke less than the leader's is the code -1.
 */
export const disqualifiedCode = outCode - highestCode

/**
 * The code of a row: the sum of its golfers' without the highest (docs/rules.md, 4.1 to 4.3). A row with two golfers
 * who are out reaches `disqualifiedCode`. `picks` holds four golfers for each row.
 */
export function toRowCode(picks: Uint16Array, row: number, golferCodes: Int32Array): number {
  const pick = row * 4
  const a = golferCodes[picks[pick] as number] as number
  const b = golferCodes[picks[pick + 1] as number] as number
  const c = golferCodes[picks[pick + 2] as number] as number
  const d = golferCodes[picks[pick + 3] as number] as number
  return a + b + c + d - highestOf(highestOf(a, b), highestOf(c, d))
}

/**
 * The higher of two 32-bit integers without a branch. Which golfer is the worst is a coin toss that no processor can
 * guess: `Math.max`, which engines compile to a branch, takes three times as long for a whole pool.
 */
function highestOf(a: number, b: number): number {
  const difference = a - b
  return a - (difference & (difference >> 31))
}

/** The lower of two 32-bit integers without a branch. */
export function lowestOf(a: number, b: number): number {
  const difference = a - b
  return b + (difference & (difference >> 31))
}
