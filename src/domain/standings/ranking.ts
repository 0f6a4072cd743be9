import type { ScoreCoding } from './score-code.ts'

/**
 * The order of a pool's rows (docs/rules.md, 4.4). A line is where a row is drawn, from 0. Lines are ordered by
 * relative score, total and row; disqualified rows come last.
 */
export type Ranking = Readonly<ReturnType<typeof rankRows>>

/**
 * Ranks rows of four picks each. `picks` holds indexes into `golferCodes`.
 *
 * A counting sort: two passes over the rows and one over the table of codes, without comparisons or objects. The casts
 * state what the compiler cannot see: every index is in range, because `createPool` wrote the picks and no code is
 * above `coding.disqualified`.
 */
export function rankRows(picks: Uint16Array, golferCodes: Int32Array, coding: ScoreCoding) {
  const codes = new Int32Array(picks.length / 4)
  const counts = new Uint32Array(coding.disqualified + 1)
  scoreRows(picks, golferCodes, coding.disqualified, codes, counts)
  const nextLines = toFirstLines(counts)
  const firstLines = Uint32Array.from(
    { length: coding.relativeScoreCount + 1 },
    (_, relative) => nextLines[relative * coding.totalCount] as number,
  )
  return {
    /** The score code of each row. */
    codes,
    /** For each relative score, from the coding's lowest: the first line with that score or a higher one. The extra
     * item at the end is the first disqualified line. */
    firstLines,
    ...assignLines(codes, nextLines),
  }
}

/** Writes the code of each row, and counts the rows of each code. */
function scoreRows(
  picks: Uint16Array,
  golferCodes: Int32Array,
  disqualified: number,
  codes: Int32Array,
  counts: Uint32Array,
): void {
  for (let row = 0, pick = 0; row < codes.length; row += 1, pick += 4) {
    const a = golferCodes[picks[pick] as number] as number
    const b = golferCodes[picks[pick + 1] as number] as number
    const c = golferCodes[picks[pick + 2] as number] as number
    const d = golferCodes[picks[pick + 3] as number] as number
    const counted = a + b + c + d - Math.max(a, b, c, d)
    const code = Math.min(counted, disqualified)
    codes[row] = code
    counts[code] = (counts[code] as number) + 1
  }
}

/** Replaces, in place, the number of rows of each code by the line of its first row. */
function toFirstLines(counts: Uint32Array): Uint32Array {
  let line = 0
  for (let code = 0; code < counts.length; code += 1) {
    const rows = counts[code] as number
    counts[code] = line
    line += rows
  }
  return counts
}

/** Gives each row the next line of its code, which makes the sort stable. Consumes `nextLines`. */
function assignLines(codes: Int32Array, nextLines: Uint32Array) {
  const rowAtLine = new Uint32Array(codes.length)
  const lineOfRow = new Uint32Array(codes.length)
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row] as number
    const line = nextLines[code] as number
    nextLines[code] = line + 1
    rowAtLine[line] = row
    lineOfRow[row] = line
  }
  return { rowAtLine, lineOfRow }
}
