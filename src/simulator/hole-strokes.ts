import type { Random } from './seeded-random.ts'
import type { SimulatedHole } from './simulated-course.ts'

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
export function drawStrokes(random: Random, hole: SimulatedHole, advantage: number): number {
  const probabilities = scoreProbabilities[hole.par]
  const edge = skillExponent * (advantage - hole.difficulty * holesPerRound)
  const chances: readonly (readonly [toPar: number, chance: number])[] = [
    [-2, probabilities.eagle * Math.exp(edge * 1.5)],
    [-1, probabilities.birdie * Math.exp(edge)],
    [1, probabilities.bogey * Math.exp(-edge)],
    [2, probabilities.double * Math.exp(-edge * 1.5)],
    [3, probabilities.worse * Math.exp(-edge * 1.5)],
  ]
  let drawn = random.next()
  for (const [toPar, chance] of chances) {
    drawn -= chance
    if (drawn < 0) return hole.par + toPar
  }
  return hole.par
}
