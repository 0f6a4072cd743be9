import { deviateCount, normalDeviates } from './normal-table.ts'
import { type Outlook, playState, type Stretch } from './outlook.ts'
import { nextRandom, startOfSimulation } from './random.ts'

/**
 * The code of a golfer who is out: above the sum of any three others (docs/rules.md, 4.3). The sum of four fits in 15 bits,
 * so two simulations fit in one integer.
 */
export const outCode = 1 << 12

/** Hundreds of strokes behind the best golfer: nobody is. */
export const highestCode = 1000

/** A line that everybody makes. */
export const noLine = 10_000

/** The results of one simulation, in columns by golfer, and the memory to compute the next. */
export type GolferResults = ReturnType<typeof createResults>

/** Memory for the results of one simulation. */
export function createResults({ count }: Outlook) {
  return {
    /** The score at the cut, in strokes to par. */
    atCut: new Int32Array(count),
    /** Would the golfer be out if they made the cut? 1: withdrawn before the cut. 2: withdrawn after it. */
    withdrawn: new Uint8Array(count),
    /** The final score in strokes to par if the golfer makes the cut and does not withdraw. */
    final: new Int32Array(count),
    /** `final - lowest`, or `outCode`. */
    codes: new Int32Array(count),
    /** The best final score of anybody who might be in; codes count from it. */
    lowest: 0,
    /** The highest code of a golfer who is in. */
    highest: 0,
    /** The line of the cut; `noLine` without a cut, or if everybody makes it. */
    line: noLine,
    /** The line by number of golfers alone, golfers at it, golfers better than it, and the number that it is for. */
    topLine: noLine,
    atTopLine: 0,
    insideTopLine: 0,
    top: 0,
    /** The best score at the cut, and the golfers who have it. */
    lead: 0,
    atLead: 0,
  }
}

const deviateMask = deviateCount - 1

/** Normal deviates shared by golfers: one for the day, then one per half of the draw before and after the cut. */
const shared = new Float64Array(5)

/**
 * Plays the rest of the event once. Every golfer takes the same number of random numbers whatever happens, so two
 * runs that differ in one golfer use the same numbers for all the others.
 */
export function simulateGolfers(outlook: Outlook, seed: number, simulation: number, results: GolferResults): void {
  let state = startOfSimulation(seed, simulation)
  for (let draw = 0; draw < shared.length; draw += 1) {
    state = nextRandom(state)
    shared[draw] = (normalDeviates[state & deviateMask] as number) * (draw === 0 ? outlook.dayShock : outlook.halfShock)
  }
  const hasCut = outlook.cut !== null
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    state = nextRandom(state)
    const half = outlook.half[golfer] as number
    const score = outlook.toPar[golfer] as number
    if (!hasCut) {
      const plays = outlook.playStates[golfer] === playState.plays
      results.final[golfer] = plays ? score + play(outlook.before, golfer, state, 0, 1 + half) : score
      results.withdrawn[golfer] = plays && withdraws(outlook.before, golfer, state) ? 1 : 0
      continue
    }
    const skill = (normalDeviates[state & deviateMask] as number) * (outlook.skillSpread[golfer] as number)
    const first = nextRandom(state)
    const second = nextRandom(first)
    state = second
    if (outlook.playStates[golfer] !== playState.plays) {
      results.atCut[golfer] = score
      results.final[golfer] = score
      results.withdrawn[golfer] = 0
      continue
    }
    const atCut = score + play(outlook.before, golfer, first, skill, 1 + half)
    results.atCut[golfer] = atCut
    results.final[golfer] = atCut + play(outlook.after, golfer, second, skill, 3 + half)
    if (withdraws(outlook.before, golfer, first)) results.withdrawn[golfer] = 1
    else if (withdraws(outlook.after, golfer, second)) results.withdrawn[golfer] = 2
    else results.withdrawn[golfer] = 0
  }
  makeCut(outlook, results)
  encode(outlook, results)
}

/** Strokes to par of one golfer over a stretch, as a whole number. */
function play(stretch: Stretch, golfer: number, random: number, skill: number, shock: number): number {
  const strokes =
    (stretch.mean[golfer] as number) +
    (stretch.length[golfer] as number) * skill +
    (stretch.now[golfer] as number) * ((shared[0] as number) + (shared[shock] as number)) +
    (stretch.later[golfer] as number) * (shared[shock] as number) +
    (stretch.spread[golfer] as number) * (normalDeviates[random & deviateMask] as number)
  return Math.floor(strokes + 0.5)
}

/** The upper 20 bits of the same random number: independent of the lower ones, which choose the score. */
function withdraws(stretch: Stretch, golfer: number, random: number): boolean {
  return random >>> 12 < (stretch.withdrawal[golfer] as number)
}

const counts = new Int32Array(1024)
const countOffset = 512

/** Finds the line of the cut from the scores at the cut: see `CutRule`. */
function makeCut(outlook: Outlook, results: GolferResults): void {
  results.line = noLine
  if (outlook.cut === null) return
  counts.fill(0)
  let lead = noLine
  let safe = 0
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    if (outlook.playStates[golfer] === playState.out || results.withdrawn[golfer] === 1) continue
    if (outlook.isSafe[golfer] === 1) {
      safe += 1
      continue
    }
    const score = results.atCut[golfer] as number
    counts[toCountIndex(score)] = (counts[toCountIndex(score)] as number) + 1
    if (score < lead) lead = score
  }
  results.lead = lead
  results.atLead = lead === noLine ? 0 : (counts[toCountIndex(lead)] as number)
  results.top = outlook.cut.top - safe
  findTopLine(results)
  results.line = toLine(results.topLine, lead, outlook.cut.within)
}

function toCountIndex(score: number): number {
  return Math.max(0, Math.min(counts.length - 1, score + countOffset))
}

function findTopLine(results: GolferResults): void {
  let inside = 0
  results.topLine = noLine
  for (let index = 0; index < counts.length; index += 1) {
    const tied = counts[index] as number
    if (inside + tied >= results.top) {
      results.topLine = index - countOffset
      results.atTopLine = tied
      results.insideTopLine = inside
      return
    }
    inside += tied
  }
}

/** The line from both parts of the rule: a number of golfers, and strokes behind the lead. */
export function toLine(topLine: number, lead: number, within: number | null): number {
  return within === null ? topLine : Math.max(topLine, lead + within)
}

/** Whether the golfer is out in this simulation. */
function isOut(outlook: Outlook, results: GolferResults, golfer: number): boolean {
  return (
    outlook.playStates[golfer] === playState.out ||
    results.withdrawn[golfer] !== 0 ||
    (outlook.isSafe[golfer] === 0 && (results.atCut[golfer] as number) > results.line)
  )
}

/** Turns the final scores into codes from 0, best first. */
function encode(outlook: Outlook, results: GolferResults): void {
  const { final, codes } = results
  let lowest = noLine
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    if (outlook.playStates[golfer] !== playState.out) lowest = Math.min(lowest, final[golfer] as number)
  }
  results.lowest = lowest
  let highest = 0
  for (let golfer = 0; golfer < outlook.count; golfer += 1) {
    if (isOut(outlook, results, golfer)) {
      codes[golfer] = outCode
      continue
    }
    const code = Math.min(highestCode, (final[golfer] as number) - lowest)
    codes[golfer] = code
    highest = Math.max(highest, code)
  }
  results.highest = highest
}
