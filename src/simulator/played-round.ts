import { createRandom, type Random } from './seeded-random.ts'
import { holesFrom, type SimulatedHole, simulatedCourse } from './simulated-course.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import type { TeeSlot } from './simulated-pairings.ts'

export type PlayedHole = {
  readonly number: number
  readonly par: number
  readonly strokes: number
  /** The minute at which the score is known. */
  readonly at: number
}

/** A golfer's round. Holes are in the order played; fewer than 18 if the golfer withdrew during the round. */
export type PlayedRound = Readonly<ReturnType<typeof drawRound>>

export type RoundInput = {
  readonly seed: string | number
  readonly period: number
  /** The minute of the round's first tee time. */
  readonly firstTee: number
  /** Distinguishes redraws of the same round. */
  readonly variant: number
}

const dailyFormDeviation = 0.9

/** Draws a golfer's round. A group plays together: its scores for a hole are known within a minute of each other. */
export function drawRound({ seed, period, firstTee, variant }: RoundInput, start: TeeSlot) {
  const random = createRandom(seed, 'round', period, variant, start.golfer.index)
  const pace = createRandom(seed, 'pace', period, start.group)
  const advantage = start.golfer.skill + random.normal() * dailyFormDeviation
  const teeMinute = firstTee + start.teeOffset
  let clock = teeMinute
  const holes: readonly PlayedHole[] = holesFrom(start.startHole).map((hole) => {
    clock += minutesOn(hole, period) + pace.between(-1, 1)
    const at = clock + random.between(0, 1)
    return { number: hole.number, par: hole.par, strokes: drawStrokes(random, hole, advantage), at }
  })
  return { period, startHole: start.startHole, teeMinute, holes }
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

/** Probabilities of scores of an average golfer in a strong field, by the hole's par; the rest are pars. */
const scoreProbabilities = {
  3: { eagle: 0.0006, birdie: 0.115, bogey: 0.18, double: 0.027, worse: 0.004 },
  4: { eagle: 0.002, birdie: 0.155, bogey: 0.185, double: 0.03, worse: 0.006 },
  5: { eagle: 0.02, birdie: 0.34, bogey: 0.11, double: 0.018, worse: 0.004 },
} as const

/** The exponent per stroke of advantage in a round: birdies become likelier, bogeys rarer. */
const skillExponent = 0.13
const holesPerRound = 18

/** Draws the strokes of a golfer on a hole. `advantage` is in strokes per round over an average golfer on the day. */
function drawStrokes(random: Random, hole: SimulatedHole, advantage: number): number {
  const probabilities = scoreProbabilities[hole.par]
  const edge = skillExponent * (advantage - hole.difficulty * holesPerRound)
  const chances: readonly (readonly [toPar: number, chance: number])[] = [
    [-2, probabilities.eagle * Math.exp(edge * 1.5)],
    [-1, probabilities.birdie * Math.exp(edge)],
    [1, probabilities.bogey * Math.exp(-edge)],
    [2, probabilities.double * Math.exp(-edge * 1.5)],
    [3, probabilities.worse * Math.exp(-edge * 1.5)],
  ]
  let rest = random.next()
  for (const [toPar, chance] of chances) {
    rest -= chance
    if (rest < 0) return hole.par + toPar
  }
  return hole.par
}

const minutesPerHole = 14

/**
 * Plays the 18th hole again and again until one golfer alone has the lowest score. Returns the holes played, by golfer
 * index; golfers who are beaten play no further holes.
 */
export function playSuddenDeath(seed: string | number, tied: readonly SimulatedGolfer[], from: number) {
  const random = createRandom(seed, 'sudden-death')
  const hole = simulatedCourse.holes.at(-1)
  if (hole === undefined) throw new Error('a course has holes')
  const played = new Map<number, PlayedHole[]>(tied.map((golfer) => [golfer.index, []]))
  let remaining = tied
  for (let at = from + minutesPerHole; remaining.length > 1; at += minutesPerHole) {
    const scores = remaining.map((golfer) => ({ golfer, strokes: drawStrokes(random, hole, golfer.skill) }))
    const best = Math.min(...scores.map(({ strokes }) => strokes))
    for (const { golfer, strokes } of scores) {
      played.get(golfer.index)?.push({ number: hole.number, par: hole.par, strokes, at })
    }
    remaining = scores.filter(({ strokes }) => strokes === best).map(({ golfer }) => golfer)
  }
  return played
}
