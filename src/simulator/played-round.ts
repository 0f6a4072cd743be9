import { drawStrokes } from './hole-strokes.ts'
import { createRandom } from './seeded-random.ts'
import { holesFrom, type SimulatedCourse, type SimulatedHole } from './simulated-course.ts'
import type { TeeSlot } from './simulated-pairings.ts'

export type PlayedHole = {
  readonly number: number
  readonly par: number
  readonly strokes: number
  /** The minute at which the score is known. */
  readonly at: number
}

export type PlayedRound = {
  readonly period: number
  readonly startHole: number
  readonly group: number
  readonly teeMinute: number
  /** In the order played; fewer than 18 for a golfer who withdrew during the round. */
  readonly holes: readonly PlayedHole[]
}

export type RoundInput = {
  readonly seed: string | number
  readonly course: SimulatedCourse
  readonly period: number
  /** The minute of the round's first tee time. */
  readonly firstTee: number
  /** Distinguishes redraws of the same round. */
  readonly variant: number
}

const dailyFormDeviation = 0.9

/** Draws a golfer's round. A group plays together: its scores for a hole are known within a minute of each other. */
export function drawRound(draw: RoundInput, start: TeeSlot): PlayedRound {
  const { seed, course, period, firstTee, variant } = draw
  const random = createRandom(seed, 'round', period, variant, start.golfer.index)
  const pace = createRandom(seed, 'pace', period, start.group)
  const advantage = start.golfer.skill + random.normal() * dailyFormDeviation
  const teeMinute = firstTee + start.teeOffset
  let clock = teeMinute
  const holes = holesFrom(course, start.startHole).map((hole) => {
    clock += minutesOn(hole, period) + pace.between(-1, 1)
    const at = clock + random.between(0, 1)
    return { number: hole.number, par: hole.par, strokes: drawStrokes(random, hole, advantage), at }
  })
  return { period, startHole: start.startHole, group: start.group, teeMinute, holes }
}

/** A group of three takes four and a half hours; the pairs at the weekend are half an hour faster. */
function minutesOn(hole: SimulatedHole, period: number): number {
  return hole.par * 2 + (period > 2 ? 5 : 7)
}

/** The total strokes of the holes. */
export function strokesOf(holes: readonly PlayedHole[]): number {
  return holes.reduce((sum, hole) => sum + hole.strokes, 0)
}

/** The score to par of the holes, in strokes. */
export function toParOf(holes: readonly PlayedHole[]): number {
  return holes.reduce((sum, hole) => sum + hole.strokes - hole.par, 0)
}
