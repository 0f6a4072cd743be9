import type { ScoreCoding } from './score-code.ts'

/**
 * Which row of a pool stands where. Lines count from 0 and are where a row is drawn; positions count from 1 and are
 * shared by equal relative scores. Lines are in the order of relative score, total, and last the rows' own order;
 * disqualified rows come last, in their own order (decisions, section 5).
 */
export type Ranking = {
  /** For each row its score's code. */
  readonly codes: Int32Array
  readonly rowAtLine: Uint32Array
  readonly lineOfRow: Uint32Array
  /** For each relative score, from the coding's lowest: the first line that has it or a higher one. One more item
   * at the end: the first disqualified line. */
  readonly firstLines: Uint32Array
}

/**
 * Ranks rows of four picks each. `golferCodes` gives the code of each golfer that `picks` points to.
 *
 * A counting sort: two straight runs over the rows and one over the table of codes, no comparisons, no objects. The
 * casts say what the compiler cannot see: every index below is in range, since `createPool` wrote the picks and no
 * code is above `coding.disqualified`.
 */
export function rankRows(picks: Uint16Array, golferCodes: Int32Array, coding: ScoreCoding): Ranking {
  const codes = new Int32Array(picks.length / 4)
  const counts = new Uint32Array(coding.disqualified + 1)
  scoreRows(picks, golferCodes, coding.disqualified, codes, counts)
  const nextLines = toFirstLines(counts)
  const firstLines = Uint32Array.from(
    { length: coding.relativeScoreCount + 1 },
    (_, relative) => nextLines[relative * coding.totalCount] as number,
  )
  return { codes, firstLines, ...assignLines(codes, nextLines) }
}

/** Fills in each row's code, and how many rows have each code. */
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

/** Turns, in place, the number of rows with each code into the line of the first row with it. */
function toFirstLines(counts: Uint32Array): Uint32Array {
  let line = 0
  for (let code = 0; code < counts.length; code += 1) {
    const rows = counts[code] as number
    counts[code] = line
    line += rows
  }
  return counts
}

/** Gives each row, in the rows' own order, the next line of its code. Uses up `nextLines`. */
function assignLines(codes: Int32Array, nextLines: Uint32Array): Pick<Ranking, 'rowAtLine' | 'lineOfRow'> {
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
