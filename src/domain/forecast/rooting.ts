import type { Forecast } from './forecast.ts'
import { createResults, type GolferResults, noLine, outCode, simulateGolfers, toLine } from './golfer-simulation.ts'
import { type Outlook, playState } from './outlook.ts'
import { countBelow, createRun, type RootingRun, scoreRows } from './rooting-run.ts'
import { disqualifiedCode, toRowCode } from './row-codes.ts'

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

/** A golfer's stroke less or more, as the index of the columns below. */
const directions = [-1, 1] as const

/** Counts of simulations by golfer and outcome. */
type Tally = {
  readonly row: number
  /** For each direction. */
  readonly changes: readonly [Changes, Changes]
  /** Rows that a golfer moves: with one stroke less and more, from one code better than this row, and from its code. */
  readonly movers: readonly [Movers, Movers]
}
type Changes = { readonly win: Int32Array; readonly topThree: Int32Array }
type Movers = { readonly ahead: Int32Array; readonly level: Int32Array }

/** Computes the rooting figures of a row with the forecast's own simulations, from the first on. */
export function findRooting(forecast: Forecast, row: number, simulations: number): Rooting {
  const run = createRun(forecast)
  const results = createResults(forecast.outlook)
  const tally = createTally(row, run.players)
  for (let simulation = 0; simulation < simulations; simulation += 1) {
    simulateGolfers(forecast.outlook, forecast.seed, simulation, results)
    scoreRows(run, results)
    run.codes.set(results.codes)
    countMovers(run, tally, results.codes)
    for (let golfer = 0; golfer < run.players; golfer += 1) countGolfer(run, tally, results, golfer)
  }
  return toRooting(tally, simulations)
}

function createTally(row: number, players: number): Tally {
  const changes = (): Changes => ({ win: new Int32Array(players), topThree: new Int32Array(players) })
  const movers = (): Movers => ({ ahead: new Int32Array(players), level: new Int32Array(players) })
  return { row, changes: [changes(), changes()], movers: [movers(), movers()] }
}

/**
 * Only rows level with this one, or one stroke ahead, can pass it or fall back to it by a single stroke. Counts which
 * golfers move them: one stroke less moves a row unless the golfer is dropped, one more unless they are or become so.
 */
function countMovers({ rowCodes, forecast }: RootingRun, { row, movers }: Tally, golferCodes: Int32Array): void {
  for (const { ahead, level } of movers) {
    ahead.fill(0)
    level.fill(0)
  }
  const own = rowCodes[row] as number
  if (own === disqualifiedCode) return
  const { picks } = forecast
  for (let rival = 0; rival < rowCodes.length; rival += 1) {
    const behind = own - (rowCodes[rival] as number)
    if (behind >>> 0 > 1) continue
    for (let pick = rival * 4; pick < rival * 4 + 4; pick += 1) {
      const golfer = picks[pick] as number
      const highest = highestOfOthers(picks, pick, golferCodes)
      const code = golferCodes[golfer] as number
      if (code <= highest) addMover(movers[0], behind, golfer)
      if (code < highest) addMover(movers[1], behind, golfer)
    }
  }
}

function addMover(movers: Movers, behind: number, golfer: number): void {
  const counts = behind === 0 ? movers.level : movers.ahead
  counts[golfer] = (counts[golfer] as number) + 1
}

/** The highest code of the other three golfers of a pick's row. */
function highestOfOthers(picks: Uint16Array, pick: number, golferCodes: Int32Array): number {
  const start = pick & ~3
  let highest = -1
  for (let other = start; other < start + 4; other += 1) {
    const code = golferCodes[picks[other] as number] as number
    if (other !== pick && code > highest) highest = code
  }
  return highest
}

/** Adds what one stroke less and one more of a golfer change in this simulation. */
function countGolfer(run: RootingRun, tally: Tally, results: GolferResults, golfer: number): void {
  const { outlook } = run.forecast
  if (outlook.playStates[golfer] !== playState.plays || results.withdrawn[golfer] === 1) return
  const score = results.atCut[golfer] as number
  for (let index = 0; index < directions.length; index += 1) {
    const strokes = directions[index] as -1 | 1
    const line = lineAfter(outlook, results, golfer, strokes)
    if (line !== results.line || score > line !== score + strokes > line) {
      countNewCut(run, tally, results, golfer, strokes, line)
    } else if (results.codes[golfer] !== outCode) {
      countStroke(run, tally, results.codes, golfer, index as 0 | 1)
    }
  }
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

/** A stroke that leaves the cut as it is: only rows next to this one matter. */
function countStroke(run: RootingRun, tally: Tally, golferCodes: Int32Array, golfer: number, direction: 0 | 1): void {
  const code = run.rowCodes[tally.row] as number
  if (code === disqualifiedCode) return
  const ahead = countBelow(run, code)
  const { ahead: moversAhead, level } = tally.movers[direction]
  let after: number
  if (direction === 0) {
    after = isMoved(run, tally.row, golferCodes, golfer, direction)
      ? countBelow(run, code - 1) + (moversAhead[golfer] as number)
      : ahead + (level[golfer] as number)
  } else {
    after = isMoved(run, tally.row, golferCodes, golfer, direction)
      ? countBelow(run, code + 1) - (level[golfer] as number)
      : ahead - (moversAhead[golfer] as number)
  }
  if (after !== ahead) addChange(tally.changes[direction], golfer, ahead, after)
}

function isMoved(
  { forecast: { picks } }: RootingRun,
  row: number,
  golferCodes: Int32Array,
  golfer: number,
  direction: 0 | 1,
): boolean {
  for (let pick = row * 4; pick < row * 4 + 4; pick += 1) {
    if (picks[pick] !== golfer) continue
    const distance = highestOfOthers(picks, pick, golferCodes) - (golferCodes[golfer] as number)
    return direction === 0 ? distance >= 0 : distance > 0
  }
  return false
}

/** `ahead` is the number of rows with a better score; -1 if this row is disqualified. */
function addChange(changes: Changes, golfer: number, before: number, after: number): void {
  const is = (ahead: number, places: number) => Number(ahead >= 0 && ahead < places)
  const win = is(after, 1) - is(before, 1)
  const topThree = is(after, 3) - is(before, 3)
  if (win !== 0) changes.win[golfer] = (changes.win[golfer] as number) + win
  if (topThree !== 0) changes.topThree[golfer] = (changes.topThree[golfer] as number) + topThree
}

/** A stroke that puts golfers on the other side of the cut: all rows that hold one of them are scored again. */
function countNewCut(
  run: RootingRun,
  { row, changes }: Tally,
  results: GolferResults,
  golfer: number,
  strokes: -1 | 1,
  line: number,
): void {
  changeCodes(run, results, golfer, strokes, line)
  if (run.changed.length > 0) {
    const before = run.rowCodes[row] as number
    const after = Math.min(disqualifiedCode, toRowCode(run.forecast.picks, row, run.codes))
    const aheadBefore = before === disqualifiedCode ? -1 : countBelow(run, before)
    const aheadAfter = after === disqualifiedCode ? -1 : countBelow(run, after) + countPassing(run, after)
    if (aheadBefore !== aheadAfter) addChange(changes[strokes < 0 ? 0 : 1], golfer, aheadBefore, aheadAfter)
  }
  for (const other of run.changed) run.codes[other] = results.codes[other] as number
}

/** Changes `run.codes` to the codes after the stroke, and fills `run.changed` with the golfers whose codes differ. */
function changeCodes(run: RootingRun, results: GolferResults, golfer: number, strokes: number, line: number): void {
  run.changed.length = 0
  if (line === results.line) changeCode(run, results, golfer, strokes, line)
  else {
    for (let other = 0; other < run.players; other += 1) {
      changeCode(run, results, other, other === golfer ? strokes : 0, line)
    }
  }
}

function changeCode(run: RootingRun, results: GolferResults, golfer: number, strokes: number, line: number): void {
  const { outlook } = run.forecast
  if (outlook.playStates[golfer] === playState.out || results.withdrawn[golfer] !== 0 || outlook.isSafe[golfer] === 1)
    return
  const isOut = (results.atCut[golfer] as number) + strokes > line
  const code = isOut ? outCode : (results.final[golfer] as number) - results.lowest + strokes
  if (code === results.codes[golfer]) return
  run.codes[golfer] = code
  run.changed.push(golfer)
}

/** How many more rows have a lower code than this one, after the codes of `run.changed` have changed. */
function countPassing(run: RootingRun, own: number): number {
  run.stamp += 1
  let passing = 0
  for (const golfer of run.changed) {
    const end = run.rowsOfGolfer.first[golfer + 1] as number
    for (let index = run.rowsOfGolfer.first[golfer] as number; index < end; index += 1) {
      const row = run.rowsOfGolfer.rows[index] as number
      if (run.stamps[row] === run.stamp) continue
      run.stamps[row] = run.stamp
      const after = toRowCode(run.forecast.picks, row, run.codes)
      passing += Number(after < own) - Number((run.rowCodes[row] as number) < own)
    }
  }
  return passing
}

function toRooting({ row, changes }: Tally, simulations: number): Rooting {
  const share = (count: number) => count / Math.max(1, simulations)
  const shares = (counts: Changes): OutcomeChanges => ({
    win: Float64Array.from(counts.win, share),
    topThree: Float64Array.from(counts.topThree, share),
  })
  return { row, simulations, fewer: shares(changes[0]), more: shares(changes[1]) }
}
