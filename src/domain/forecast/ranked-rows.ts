import { countedPerEntry } from '../standings/scoring.ts'
import type { GolferResults } from './golfer-simulation.ts'
import { disqualifiedCode, lowestOf, toRowCode } from './row-codes.ts'

/** Rows of a pool, and in one simulation their codes and how they rank. */
export type RankedRows = ReturnType<typeof createRankedRows>

/** Memory to rank rows. By default, each stands for itself. */
export function createRankedRows(picks: Uint16Array, weights: Uint16Array = new Uint16Array(picks.length / 4).fill(1)) {
  return {
    /** As `Pool.picks`: four golfers for each row. */
    picks,
    /** The number of rows that each row stands for. */
    weights,
    codes: new Int32Array(weights.length),
    /** For each code up to `highest + 1` the rows with a lower one; for `disqualifiedCode` all rows. */
    below: new Int32Array(disqualifiedCode + 1),
    /** The highest code that a row with a place can have. */
    highest: -1,
  }
}

/** Ranks all rows by the results of a simulation. No branch depends on a row: nobody can foresee which one is disqualified. */
export function rankRows(ranked: RankedRows, results: GolferResults): void {
  const { picks, weights, codes, below } = ranked
  below.fill(0)
  for (let row = 0; row < codes.length; row += 1) {
    const code = lowestOf(disqualifiedCode, toRowCode(picks, row, results.codes))
    codes[row] = code
    below[code] = (below[code] as number) + (weights[row] as number)
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
