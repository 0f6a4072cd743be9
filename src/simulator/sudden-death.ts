import { drawStrokes } from './hole-strokes.ts'
import type { PlayedHole } from './played-round.ts'
import { createRandom } from './seeded-random.ts'
import type { SimulatedCourse } from './simulated-course.ts'
import type { SimulatedGolfer } from './simulated-field.ts'

const minutesPerHole = 14

/**
 * Plays the 18th hole again and again until one golfer alone has the lowest score. Returns the holes played, by golfer
 * index; golfers who are beaten play no further holes.
 */
export function playSuddenDeath(
  seed: string | number,
  course: SimulatedCourse,
  tied: readonly SimulatedGolfer[],
  from: number,
): ReadonlyMap<number, readonly PlayedHole[]> {
  const random = createRandom(seed, 'sudden-death')
  const hole = course.holes.at(-1)
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
