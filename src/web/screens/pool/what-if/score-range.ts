import type { Golfer } from '#domain/field/field.ts'

/** The final scores that can be set for a golfer, in strokes to par. */
export type ScoreRange = { readonly lowest: number; readonly highest: number }

const holesOfEvent = 72
const holesOfRound = 18
/** Strokes per hole under and over par: more extreme than anything seen over more than a few holes. */
const [gain, loss] = [0.5, 0.67]
const leastStrokes = 3

/** Holes that a golfer has still to play in an event of four rounds; 0 for one who is out. */
export function countHolesLeft(golfer: Golfer): number {
  if (golfer.isDNF) return 0
  const { round1Score, round2Score, round3Score, round4Score, thru } = golfer
  const begun = [round1Score, round2Score, round3Score, round4Score].filter((score) => /^\d/.test(score)).length
  const isUnderWay = /^\d+$/.test(thru) && Number(thru) < holesOfRound
  const played = isUnderWay ? (begun - 1) * holesOfRound + Number(thru) : begun * holesOfRound
  return Math.max(0, holesOfEvent - Math.max(0, played))
}

/** Wide enough for any plausible score, and for a score that is already set. */
export function toScoreRange(golfer: Golfer, set: number | null): ScoreRange {
  const left = countHolesLeft(golfer)
  const now = golfer.relativeScore
  const lowest = now - Math.max(leastStrokes, Math.ceil(left * gain))
  const highest = now + Math.max(leastStrokes, Math.ceil(left * loss))
  return { lowest: Math.min(lowest, set ?? lowest), highest: Math.max(highest, set ?? highest) }
}
