import { countedPerEntry } from '../standings/scoring.ts'
import type { Forecast } from './forecast.ts'
import type { GolferResults } from './golfer-simulation.ts'
import { disqualifiedCode, lowestOf, toRowCode } from './row-codes.ts'

/** One simulation of all rows, and the memory to find what a stroke of a golfer changes in it. */
export type RootingRun = {
  readonly forecast: Forecast
  readonly players: number
  readonly rowsOfGolfer: RowIndex
  readonly rowCodes: Int32Array
  /** For each code the rows with a lower one; filled up to `highest`. */
  readonly below: Int32Array
  highest: number
  readonly codes: Int32Array
  readonly changed: number[]
  readonly stamps: Uint32Array
  stamp: number
}

/** The rows with each golfer: those of golfer g are `rows[first[g]]` to `rows[first[g + 1] - 1]`. */
type RowIndex = { readonly first: Uint32Array; readonly rows: Uint32Array }

/** Memory for the rooting figures of a forecast. */
export function createRun(forecast: Forecast): RootingRun {
  const players = forecast.event.players
  return {
    forecast,
    players,
    rowsOfGolfer: indexRows(forecast.picks, players),
    rowCodes: new Int32Array(forecast.rows),
    below: new Int32Array(disqualifiedCode + 1),
    highest: -1,
    codes: new Int32Array(forecast.outlook.count),
    changed: [],
    stamps: new Uint32Array(forecast.rows),
    stamp: 0,
  }
}

function indexRows(picks: Uint16Array, players: number): RowIndex {
  const first = new Uint32Array(players + 1)
  for (const golfer of picks) first[golfer + 1] = (first[golfer + 1] as number) + 1
  for (let golfer = 0; golfer < players; golfer += 1) {
    first[golfer + 1] = (first[golfer + 1] as number) + (first[golfer] as number)
  }
  const next = first.slice()
  const rows = new Uint32Array(picks.length)
  picks.forEach((golfer, pick) => {
    rows[next[golfer] as number] = Math.floor(pick / 4)
    next[golfer] = (next[golfer] as number) + 1
  })
  return { first, rows }
}

/** Scores all rows, and counts for each code the rows with a lower one. No branch depends on a row: see `RowBatch`. */
export function scoreRows(run: RootingRun, { codes, highest }: GolferResults): void {
  const { below, rowCodes, forecast } = run
  below.fill(0, 0, run.highest + 2)
  for (let row = 0; row < rowCodes.length; row += 1) {
    rowCodes[row] = lowestOf(disqualifiedCode, toRowCode(forecast.picks, row, codes))
  }
  for (let row = 0; row < rowCodes.length; row += 1) {
    const code = rowCodes[row] as number
    below[code] = (below[code] as number) + 1
  }
  below[disqualifiedCode] = 0
  run.highest = countedPerEntry * highest
  let sum = 0
  for (let code = 0; code <= run.highest + 1; code += 1) {
    const rows = below[code] as number
    below[code] = sum
    sum += rows
  }
}

/** The rows with a code lower than this one. */
export function countBelow(run: RootingRun, code: number): number {
  return code < 0 ? 0 : (run.below[Math.min(code, run.highest + 1)] as number)
}
