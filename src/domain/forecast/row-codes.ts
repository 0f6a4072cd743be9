import { highestCode, outCode } from './golfer-simulation.ts'

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
