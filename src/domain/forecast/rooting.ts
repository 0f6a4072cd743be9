import type { Forecast } from './forecast.ts'
import { createResults, type GolferResults, noLine, outCode, simulateGolfers, toLine } from './golfer-simulation.ts'
import { type Outlook, playState } from './outlook.ts'
import { countBelow, createRankedRows, disqualifiedCode, rankRows, toRowCode } from './ranked-rows.ts'

/**
 * How the next strokes move a row: its chances if a golfer took one stroke less, or one more, than they do in each
 * simulation. All other golfers play as they do, so the figures are exact differences and not noise.
 */
export type Rooting = {
  readonly row: number
  readonly simulations: number
  /** In columns by golfer of the tournament: the change of each chance, as a share from -1 to 1. */
  readonly fewer: OutcomeChanges
  readonly more: OutcomeChanges
}

/** The change of each chance, by golfer. */
export type OutcomeChanges = { readonly win: Float64Array; readonly topThree: Float64Array }

/** Counts of simulations by golfer and outcome. */
type Changes = { readonly win: Int32Array; readonly topThree: Int32Array }

/** Computes the rooting figures of a row with the forecast's own simulations, from the first on. */
export function findRooting(forecast: Forecast, row: number, simulations: number): Rooting {
  const run = createRun(forecast)
  const { players, ranked, results } = run
  const [fewer, more] = [createChanges(players), createChanges(players)]
  for (let simulation = 0; simulation < simulations; simulation += 1) {
    simulateGolfers(forecast.outlook, forecast.seed, simulation, results)
    rankRows(ranked, results)
    run.codes.set(results.codes)
    for (let golfer = 0; golfer < players; golfer += 1) {
      countStroke(run, row, fewer, golfer, -1)
      countStroke(run, row, more, golfer, 1)
    }
  }
  return { row, simulations, fewer: toShares(fewer, simulations), more: toShares(more, simulations) }
}

/** A simulation of all rows, and the memory to find what a stroke of a golfer changes in it. */
type Run = ReturnType<typeof createRun>

function createRun(forecast: Forecast) {
  const { players } = forecast.event
  const changed: number[] = []
  return {
    forecast,
    players,
    rowsOfGolfer: indexRows(forecast.picks, players),
    ranked: createRankedRows(forecast.picks),
    results: createResults(forecast.outlook),
    /** The golfers' codes after the stroke, and the golfers whose codes it has changed. */
    codes: new Int32Array(forecast.outlook.count),
    changed,
    /** The rows that have been counted for the current stroke have its stamp. */
    stamps: new Uint32Array(forecast.rows),
    stamp: 0,
  }
}

/** The rows with each golfer: those of golfer g are `rows[first[g]]` to `rows[first[g + 1] - 1]`. */
function indexRows(picks: Uint16Array, players: number) {
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

function createChanges(players: number): Changes {
  return { win: new Int32Array(players), topThree: new Int32Array(players) }
}

function toShares({ win, topThree }: Changes, simulations: number): OutcomeChanges {
  const share = (count: number) => count / Math.max(1, simulations)
  return { win: Float64Array.from(win, share), topThree: Float64Array.from(topThree, share) }
}

/** Adds what one stroke less or more of a golfer changes for the row in this simulation. */
function countStroke(run: Run, row: number, changes: Changes, golfer: number, strokes: -1 | 1): void {
  const { forecast, results, ranked, changed, codes } = run
  if (forecast.outlook.playStates[golfer] !== playState.plays || results.withdrawn[golfer] === 1) return
  changeCodes(run, golfer, strokes)
  if (changed.length === 0) return
  const before = ranked.codes[row] as number
  const after = Math.min(disqualifiedCode, toRowCode(forecast.picks, row, codes))
  const aheadBefore = before === disqualifiedCode ? -1 : countBelow(ranked, before)
  const aheadAfter = after === disqualifiedCode ? -1 : countBelow(ranked, after) + countPassing(run, after)
  addChange(changes, golfer, aheadBefore, aheadAfter)
  for (const other of changed) codes[other] = results.codes[other] as number
}

/** The line of the cut if the golfer took so many strokes more. */
function lineAfter({ cut }: Outlook, results: GolferResults, golfer: number, strokes: -1 | 1): number {
  if (cut === null) return noLine
  const score = results.atCut[golfer] as number
  let { topLine, lead } = results
  if (score === topLine) {
    if (strokes < 0 && results.insideTopLine + 1 >= results.top) topLine -= 1
    if (strokes > 0 && results.insideTopLine + results.atTopLine - 1 < results.top) topLine += 1
  }
  if (strokes < 0 && score === lead) lead -= 1
  if (strokes > 0 && score === lead && results.atLead === 1) lead += 1
  return toLine(topLine, lead, cut.within)
}

/** `ahead` is the number of rows with a better score; -1 if this row is disqualified. */
function addChange(changes: Changes, golfer: number, before: number, after: number): void {
  const is = (ahead: number, places: number) => Number(ahead >= 0 && ahead < places)
  const win = is(after, 1) - is(before, 1)
  const topThree = is(after, 3) - is(before, 3)
  if (win !== 0) changes.win[golfer] = (changes.win[golfer] as number) + win
  if (topThree !== 0) changes.topThree[golfer] = (changes.topThree[golfer] as number) + topThree
}

/** Changes `run.codes` to the codes after the stroke, and fills `run.changed` with the golfers whose codes differ. */
function changeCodes(run: Run, golfer: number, strokes: -1 | 1): void {
  const { forecast, results, players } = run
  const line = lineAfter(forecast.outlook, results, golfer, strokes)
  run.changed.length = 0
  if (line === results.line) changeCode(run, golfer, strokes, line)
  else {
    for (let other = 0; other < players; other += 1) changeCode(run, other, other === golfer ? strokes : 0, line)
  }
}

function changeCode({ forecast, results, codes, changed }: Run, golfer: number, strokes: number, line: number): void {
  const { outlook } = forecast
  if (outlook.playStates[golfer] === playState.out || results.withdrawn[golfer] !== 0 || outlook.isSafe[golfer] === 1)
    return
  const isOut = (results.atCut[golfer] as number) + strokes > line
  const code = isOut ? outCode : (results.final[golfer] as number) - results.lowest + strokes
  if (code === results.codes[golfer]) return
  codes[golfer] = code
  changed.push(golfer)
}

/** How many more rows have a lower code than this one, after the codes of `run.changed` have changed. */
function countPassing(run: Run, own: number): number {
  const { forecast, rowsOfGolfer, ranked, codes, stamps } = run
  run.stamp += 1
  let passing = 0
  for (const golfer of run.changed) {
    const end = rowsOfGolfer.first[golfer + 1] as number
    for (let index = rowsOfGolfer.first[golfer] as number; index < end; index += 1) {
      const row = rowsOfGolfer.rows[index] as number
      if (stamps[row] === run.stamp) continue
      stamps[row] = run.stamp
      const isAhead = toRowCode(forecast.picks, row, codes) < own
      const wasAhead = (ranked.codes[row] as number) < own
      if (isAhead && !wasAhead) passing += 1
      if (wasAhead && !isAhead) passing -= 1
    }
  }
  return passing
}
