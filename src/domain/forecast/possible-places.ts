import { type EventSnapshot, type GolferState, hasFinished, holesPerRound } from './event-state.ts'
import { toRowCode } from './ranked-rows.ts'
import type { Scenario } from './scenario.ts'

/** The places that a row can still reach, whatever happens (docs/forecast.md). */
export type PossiblePlaces = {
  /** The best place; null if the row is certainly disqualified. */
  readonly best: number | null
  /** The worst place; null if the row may still be disqualified. */
  readonly worst: number | null
}

/** The final scores that each golfer can still reach, in columns by golfer: strokes to par, or `out`. */
export type GolferLimits = {
  /** The lowest possible score; `out` for a golfer who is out. */
  readonly best: Int32Array
  /** The final score of golfers who have finished; `out` for all others, who may still withdraw. */
  readonly worst: Int32Array
  /** 1 for a golfer who has still to play. */
  readonly isOpen: Uint8Array
}

const out = 1_000_000

/** Courses of one event differ in par by less than this. Only the last round is certainly on the host course. */
const parMargin = 3

/**
 * The limits of every golfer. No hole takes less than one stroke, nobody's score is bounded above, and whoever has not
 * finished may withdraw or miss the cut.
 */
export function findLimits(event: EventSnapshot, scenario: Scenario): GolferLimits {
  const count = event.golfers.length
  const limits = { best: new Int32Array(count), worst: new Int32Array(count), isOpen: new Uint8Array(count) }
  event.golfers.forEach((golfer, index) => {
    const wish = scenario.get(index)
    const isOut = wish === 'out' || (wish === undefined && golfer.isOut)
    if (wish !== undefined || isOut || hasFinished(golfer, event)) {
      limits.best[index] = limits.worst[index] = isOut ? out : (wish ?? golfer.toPar)
      return
    }
    limits.best[index] = golfer.toPar - mostUnderPar(golfer, event)
    limits.worst[index] = out
    limits.isOpen[index] = 1
  })
  return limits
}

/** Strokes under par with a one on every hole that is left. */
function mostUnderPar({ rounds, holes, parLeft }: GolferState, event: EventSnapshot): number {
  const whole = event.rounds - rounds.length - (holes > 0 ? 1 : 0)
  const margin = whole > 0 ? parMargin * (holes > 0 ? whole : whole - 1) : 0
  const underWay = holes > 0 ? parLeft - (holesPerRound - holes) : 0
  return whole * (event.par - holesPerRound) + underWay + margin
}

/**
 * The best and worst place that a row can still reach. Exact for golfers who can make any score within their limits,
 * independently of each other; it takes up to five passes over all rows, and few more when three of four have finished.
 */
export function findPossiblePlaces(limits: GolferLimits, picks: Uint16Array, row: number): PossiblePlaces {
  const golfers = [...picks.subarray(row * 4, row * 4 + 4)]
  const outs = golfers.filter((golfer) => limits.best[golfer] === out).length
  if (outs > 1) return { best: null, worst: null }
  const open = golfers.filter((golfer) => limits.isOpen[golfer] === 1)
  return {
    best: findBest(limits, picks, row, golfers, open),
    worst: outs + open.length > 1 ? null : findWorst(limits, picks, row, golfers, open[0]),
  }
}

/**
 * A row is best off when its own golfers are at their best and all others, as far as they still play, are out: each
 * stroke of a golfer who counts helps a rival with the same golfer by one at most. The golfer whom it drops may as well
 * be out, and which one that is makes a difference to the rivals who have them.
 */
function findBest(limits: GolferLimits, picks: Uint16Array, row: number, own: number[], open: number[]): number {
  const scores = limits.worst.slice()
  for (const golfer of own) scores[golfer] = limits.best[golfer] as number
  let best = placeOf(picks, row, scores)
  const hasOut = own.some((golfer) => limits.best[golfer] === out)
  for (const dropped of hasOut ? [] : open) {
    scores[dropped] = out
    best = Math.min(best, placeOf(picks, row, scores))
    scores[dropped] = limits.best[dropped] as number
  }
  return best
}

/**
 * A row that cannot be disqualified is worst off when all others are at their best. If one of its golfers still plays,
 * every score of theirs is tried up to the first one with which they may be dropped: a rival may have them too, and needs them
 * if another golfer of theirs is out.
 */
function findWorst(limits: GolferLimits, picks: Uint16Array, row: number, own: number[], open: number | undefined) {
  const scores = limits.best.slice()
  if (open === undefined) return placeOf(picks, row, scores)
  const lowest = limits.best[open] as number
  const others = own.filter((golfer) => golfer !== open).map((golfer) => limits.best[golfer] as number)
  let worst = 0
  for (let score = lowest; score <= Math.max(lowest, ...others); score += 1) {
    scores[open] = score
    worst = Math.max(worst, placeOf(picks, row, scores))
  }
  scores[open] = out
  return Math.max(worst, placeOf(picks, row, scores))
}

/** The place of a row that is not disqualified, by the scores of all golfers (docs/rules.md, 4.5). */
function placeOf(picks: Uint16Array, row: number, scores: Int32Array): number {
  const own = toRowCode(picks, row, scores)
  let place = 1
  for (let rival = 0; rival * 4 < picks.length; rival += 1) if (toRowCode(picks, rival, scores) < own) place += 1
  return place
}

/** Whether it is certain, impossible or open that a row finishes in the first `places` places. */
export function isAmongFirst({ best, worst }: PossiblePlaces, places: number): 'certain' | 'impossible' | 'open' {
  if (best === null || best > places) return 'impossible'
  return worst !== null && worst <= places ? 'certain' : 'open'
}

/** Whether it is certain, impossible or open that a row is disqualified (docs/rules.md, 4.3). */
export function isDisqualified({ best, worst }: PossiblePlaces): 'certain' | 'impossible' | 'open' {
  if (best === null) return 'certain'
  return worst === null ? 'open' : 'impossible'
}
